import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import type { Queue } from './work-queue.queries.ts';

type Translate = { readonly t: TFunction<'work-queue'>; readonly format: Formatters };

/** Returns until when the agent is away, and who has the loans. */
export function awayText(
  { untilOn, standIns }: NonNullable<Queue['absence']>,
  { t, format }: Translate,
): string {
  const until = format.day(untilOn);
  if (standIns.length === 0) return t('absence.awayOnly', { until });
  return t('absence.away', { until, names: format.list(standIns) });
}

/** The agent's own absence, and the absences of others whose loans the agent works. */
export function AbsenceNotes({ queue }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { absence, covers, items } = queue;
  // An empty queue shows the absence as its title.
  const isShown = absence !== null && items.length > 0;
  if (!isShown && covers.length === 0) return null;
  return (
    <Box as="ul" below={3} size="table">
      {isShown && <li>{awayText(absence, { t, format })}</li>}
      {covers.map(({ agent, untilOn, loans }) => (
        <li key={`${agent} ${untilOn}`}>
          {t('covers.note', {
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
