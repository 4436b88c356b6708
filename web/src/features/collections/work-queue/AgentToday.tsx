import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { DeskAgent } from './desk.queries.ts';

/** Shows when an agent last changed anything, and whether the agent started late or is idle. */
export function LastActivity({ agent }: { agent: DeskAgent }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { lastActivityAt, startedAt, isIdle, isLateStart } = agent;
  const last = lastActivityAt ? (
    <>
      {t('desk.lastAction')} <InstantText at={lastActivityAt} style="ago" />
    </>
  ) : (
    t('desk.never')
  );
  if (!isIdle && !isLateStart) return last;
  const late = startedAt
    ? t('desk.startedAt', { time: format.instant(startedAt, 'time') })
    : t('desk.notStarted');
  return (
    <>
      {last}
      {isIdle && (
        <>
          {'\u2002'}
          <StatusBadge tone="soon">{t('desk.idle')}</StatusBadge>
        </>
      )}
      {isLateStart && (
        <>
          {'\u2002'}
          <StatusBadge tone={startedAt ? 'late' : 'done'}>{late}</StatusBadge>
        </>
      )}
    </>
  );
}

type CollectedProps = {
  readonly agent: DeskAgent;
  readonly currency: string;
  /** True to leave out the target's amount. */
  readonly isShort: boolean;
};

/** The amount that an agent collected this month, and its share of the target. */
export function CollectedOfTarget({ agent, currency, isShort }: CollectedProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { collectedMonthMinor, targetMinor } = agent;
  const collected = (
    <Money amountMinor={collectedMonthMinor} currency={currency} withCurrency={false} />
  );
  if (targetMinor === null) return collected;
  const share = percentOf(collectedMonthMinor, targetMinor);
  return (
    <CellPair
      first={collected}
      second={t(isShort ? 'desk.ofTargetShort' : 'desk.ofTarget', {
        share: share === null ? '–' : format.percent(share, 0),
        target: format.money(targetMinor, currency),
      })}
    />
  );
}
