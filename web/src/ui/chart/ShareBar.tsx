import classes from './ShareBar.module.css';

/** What a bar is divided into, each part by its share and in its colour, such as `var(--late)`. */
type SharePart = { id: string; share: number; color: string };

/** One whole and its parts at a glance; always beside the figures it explains. */
export function ShareBar({ parts = [] }: { parts?: readonly SharePart[] }) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {parts.map(({ id, share, color }) => (
        // `style`: share and colour are data.
        <span key={id} style={{ flexGrow: share, background: color }} />
      ))}
    </div>
  );
}
