import classes from './StatusBadge.module.css';

export type StatusTone = 'draft' | 'neutral' | 'open' | 'good' | 'soon' | 'late' | 'done';

/**
 * A state as a dot and a text. The tone decides only the dot, except for `done`: `draft` is half
 * filled, `open` is dark and waits for the next step, and `done` is an empty ring with a muted
 * text, because nothing more will happen.
 */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={`${classes.badge} ${classes[tone]}`}>
      <span className={classes.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
