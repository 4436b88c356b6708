import classes from './StatusBadge.module.css';

export type StatusTone = 'neutral' | 'accent' | 'good' | 'soon' | 'late' | 'done';

/** A state as a dot and a text. The tone colours only the dot; `done` is an empty ring. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={classes.badge}>
      <span className={`${classes.dot} ${classes[tone]}`} aria-hidden="true" />
      {children}
    </span>
  );
}
