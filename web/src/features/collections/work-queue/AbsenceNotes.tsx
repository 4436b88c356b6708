import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import type { Queue } from './work-queue.queries.ts';

type Translate = {
  readonly t: TFunction<'work-queue'>;
  readonly format: Formatters;
  /** The agent's name, if another user reads the queue. */
  readonly of?: string | undefined;
};

/** Returns until when the agent is away, and who has the loans. */
export function awayText(
  { untilOn, standIns }: NonNullable<Queue['absence']>,
  { t, format, of }: Translate,
): string {
  const until = format.day(untilOn);
  if (standIns.length === 0) {
    return of === undefined
      ? t('absence.awayOnly', { until })
      : t('absence.agentAwayOnly', { until, name: of });
  }
  const names = format.list(standIns);
  return of === undefined
    ? t('absence.away', { until, names })
    : t('absence.agentAway', { until, names, name: of });
}

/** The agent's own absence, and the absences of others whose loans the agent works. */
export function AbsenceNotes({ queue, of }: { queue: Queue; of?: string }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { absence, covers, items } = queue;
  // An empty queue shows the absence as its title.
  const isShown = absence !== null && items.length > 0;
  if (!isShown && covers.length === 0) return null;
  return (
    <Box as="ul" below={3} size="table">
      {isShown && <li>{awayText(absence, { t, format, of })}</li>}
      {covers.map(({ agent, untilOn, loans }) => (
        <li key={`${agent} ${untilOn}`}>
          {t(of === undefined ? 'covers.note' : 'covers.agentNote', {
            agent: of,
            name: agent,
            until: format.day(untilOn),
            count: loans,
            loans: format.count(loans),
          })}
        </li>
      ))}
    </Box>
  );
}
