import type { ReactNode } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import { InstantText } from '../format/InstantText.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './Timeline.module.css';

export type TimelineEvent = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Says in one sentence what happened. */
  title: ReactNode;
  /** The reason and the values before and after; on the line of the title if they fit. */
  detail?: ReactNode;
  /** The person who acted, shown before the time. */
  by?: ReactNode;
  icon?: ReactNode;
  tone?: 'neutral' | 'good' | 'late';
  /** A compact button at the end of the event. */
  action?: ReactNode;
};

type TimelineProps = { label: string; events: readonly TimelineEvent[] };

/**
 * A list of events, each one line if it fits. It does not sort them: pass the newest first. In a
 * long list over several months, each month is above its first event.
 */
export function Timeline({ label, events }: TimelineProps) {
  const format = useFormat();
  const months = events.map(({ at }) => format.instant(at, 'month'));
  const hasMonths = events.length >= fewestWithMonths && months[0] !== months.at(-1);
  return (
    <Stack as="ol" gap={0} aria-label={label}>
      {events.map((event, place) => {
        const month = hasMonths && months[place] !== months[place - 1] && months[place];
        return (
          <li key={event.id}>
            {month && (
              <Text size="caption" tone="muted" weight="medium" className={classes.month}>
                {month}
              </Text>
            )}
            <Event event={event} isInMonth={hasMonths} />
          </li>
        );
      })}
    </Stack>
  );
}

/** A list with fewer events needs no months. */
const fewestWithMonths = 9;

type EventProps = { readonly event: TimelineEvent; readonly isInMonth: boolean };

function Event({ event, isInMonth }: EventProps) {
  const { at, title, detail, by, icon, tone = 'neutral', action } = event;
  return (
    <div className={classes.event}>
      <Text
        as="span"
        tone={tone === 'neutral' ? 'muted' : tone}
        className={classes.mark}
        aria-hidden="true"
      >
        {icon}
      </Text>
      <div className={classes.words}>
        <p>{title}</p>
        {detail && (
          <Text as="div" tone="muted" size="table" className={classes.detail}>
            {detail}
          </Text>
        )}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      <Text as="span" tone="muted" size="table" className={classes.at}>
        {by && (
          <>
            <bdi>{by}</bdi> ·{' '}
          </>
        )}
        <InstantText at={at} style={isInMonth ? 'short' : 'minute'} />
      </Text>
    </div>
  );
}
