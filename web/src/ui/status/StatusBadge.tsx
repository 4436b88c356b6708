import classes from './StatusBadge.module.css';

export type StatusTone = 'neutral' | 'accent' | 'good' | 'soon' | 'late' | 'done';

/**
 * A state as a dot and a text. The tone colours only the dot; `done` is an empty ring and a muted
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
