import type { ReactNode } from 'react';
import { InstantText } from '../format/InstantText.tsx';
import { Box } from '../layout/Box.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { useIsPhone } from '../state/use-media.ts';
import classes from './Timeline.module.css';

export type TimelineEvent = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Says in one sentence what happened. */
  title: ReactNode;
  /** The user, the reason and the values before and after. */
  detail?: ReactNode;
  /** The person who acted; on a phone, the name is next to the time. */
  by?: ReactNode;
  icon?: ReactNode;
  tone?: 'neutral' | 'good' | 'late';
  /** A compact button at the end of the event. */
  action?: ReactNode;
};

/** A list of events. It does not sort them: pass the newest first. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  const isPhone = useIsPhone();
  return (
    <Stack as="ol" gap={0} aria-label={label}>
      {events.map(({ id, at, title, detail, by, icon, tone = 'neutral', action }) => (
        <li key={id} className={classes.event}>
          <Text
            as="span"
            tone={tone === 'neutral' ? 'muted' : tone}
            className={classes.mark}
            aria-hidden="true"
          >
            {icon}
          </Text>
          <Box shrinks className={classes.words}>
            <p>{title}</p>
            {(detail || (by && !isPhone)) && (
              <Text as="div" tone="muted" size="table">
                {detail}
                {!isPhone && by && <p>{by}</p>}
              </Text>
            )}
          </Box>
          <Text as="span" tone="muted" size="table" className={classes.at}>
            {isPhone && by && <>{by} · </>}
            <InstantText at={at} />
          </Text>
          {action && <div className={classes.action}>{action}</div>}
        </li>
      ))}
    </Stack>
  );
}
