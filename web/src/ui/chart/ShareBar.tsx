import classes from './ShareBar.module.css';

/** One part of a bar: its share and its colour, such as `var(--late)`. */
type SharePart = { id: string; share: number; color: string };

/** A bar divided into parts; always shown next to the figures it explains. */
export function ShareBar({ parts = [] }: { parts?: readonly SharePart[] }) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {parts
        // A part has a minimum width, which an empty one would take from a full bar.
        .filter(({ share }) => share > 0)
        .map(({ id, share, color }) => (
          // `style`: share and colour depend on the data.
          <span key={id} style={{ flexGrow: share, background: color }} />
        ))}
    </div>
  );
}
