import type { ReactNode } from 'react';
import { InstantText } from '../format/InstantText.tsx';
import classes from './Timeline.module.css';

export type TimelineEvent = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** What happened, in one sentence. */
  title: ReactNode;
  /** Who did it, why, from what to what. */
  detail?: ReactNode;
  icon?: ReactNode;
  tone?: 'neutral' | 'good' | 'late';
};

/** What happened, newest first, along a line. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {events.map(({ id, at, title, detail, icon, tone = 'neutral' }) => (
        <li key={id} className={classes.event} data-tone={tone}>
          <span className={classes.mark} aria-hidden="true">
            {icon}
          </span>
          <div className={classes.words}>
            <p>{title}</p>
            {detail && <div className={classes.detail}>{detail}</div>}
          </div>
          <span className={classes.at}>
            <InstantText at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
