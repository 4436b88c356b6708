import classes from './ShareBar.module.css';

/** One part of a bar: its share and its colour, such as `var(--late)`. */
type SharePart = { id: string; share: number; color: string };

/** A bar divided into parts. Show the figures next to it, because screen readers skip the bar. */
export function ShareBar({ parts = [] }: { parts?: readonly SharePart[] }) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {parts
        // Empty parts are left out, because each part has a minimum width.
        .filter(({ share }) => share > 0)
        .map(({ id, share, color }) => (
          // `style`: share and colour depend on the data.
          <span key={id} style={{ flexGrow: share, background: color }} />
        ))}
    </div>
  );
}
