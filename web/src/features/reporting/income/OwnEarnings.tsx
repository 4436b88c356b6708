import { calendarDate, dateParts, daysInMonth } from '@bursar/loan-maths/calendar';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import type { Income } from './income.queries.ts';

type Own = NonNullable<Income['own']>;

type OwnEarningsProps = {
  own: Own;
  currency: string;
  /** True on the income page, whose description says the currency and the days. */
  isOfReport?: boolean;
  businessDate: string;
};

/**
 * The commission of one team or agent, its progress towards the month's target, and its statements.
 */
export function OwnEarnings(props: OwnEarningsProps) {
  const { own, currency, isOfReport = false, businessDate } = props;
  const { t } = useTranslation('income');
  const format = useFormat();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { ratePercent, commissionMinor, month } = own;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const earned = (amountMinor: number | null) => (amountMinor === null ? '–' : money(amountMinor));
  // A month without income has no commission lines; if there is a rate, its commission is zero.
  const isZero = ratePercent !== null && month.incomeMinor === 0;
  const monthName = format.day(month.start, 'month');
  const role = useSession()?.role;
  const whose = role === own.kind ? (`${own.kind}Itself` as const) : own.kind;
  const title =
    whose === 'agentItself'
      ? t('own.yours')
      : t(isOfReport ? 'own.title' : 'own.titleIn', { name: own.name, currency });
  const rateNote =
    ratePercent === null
      ? t('own.noRate')
      : t('own.rate', { rate: format.percent(ratePercent), kind: t(`own.of.${whose}`) });
  return (
    <Panel
      title={title}
      note={
        <Button
          size="compact"
          onClick={() => {
            setWasOpened(true);
            setOpen(true);
          }}
        >
          {t('statement.open')}
        </Button>
      }
    >
      <StatStrip label={title}>
        <StatTile
          label={t(isOfReport ? 'own.commission' : 'own.commissionOfYear')}
          value={earned(commissionMinor)}
          note={rateNote}
        />
        <StatTile
          label={t('own.commissionOfMonth', { month: monthName })}
          value={earned(month.commissionMinor ?? (isZero ? 0 : null))}
          note={t('own.soFar')}
        />
        <StatTile
          label={t('own.incomeOfMonth', { month: monthName })}
          value={money(month.incomeMinor)}
          note={<TargetNote month={month} currency={currency} businessDate={businessDate} />}
          tone={
            month.targetMinor !== null && month.incomeMinor >= month.targetMinor
              ? 'good'
              : 'neutral'
          }
        />
      </StatStrip>
      {/* Rendered on first use, because the code of its fields is larger than the rest of the page.
       */}
      {wasOpened && (
        <Suspense>
          <StatementDialog
            opened={isOpen}
            own={own}
            businessDate={businessDate}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

type SkeletonProps = Pick<OwnEarningsProps, 'isOfReport' | 'businessDate'>;

/**
 * Placeholders of the size of the earnings, shown while these load. The month is the current one,
 * as in the answer, even if the range ends earlier.
 */
export function OwnEarningsSkeleton({ businessDate, isOfReport = false }: SkeletonProps) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const month = format.day(businessDate, 'month');
  const labels = [
    t(isOfReport ? 'own.commission' : 'own.commissionOfYear'),
    t('own.commissionOfMonth', { month }),
    t('own.incomeOfMonth', { month }),
  ];
  return (
    <Panel
      title={t('own.loading')}
      note={
        <Button size="compact" disabled>
          {t('statement.open')}
        </Button>
      }
    >
      <StatStrip label={t('own.loading')}>
        {labels.map((label) => (
          <StatTile key={label} label={label} value="" loading />
        ))}
      </StatStrip>
    </Panel>
  );
}

const StatementDialog = lazy(() =>
  import('./StatementDialog.tsx').then((module) => ({ default: module.StatementDialog })),
);

type TargetNoteProps = { month: Own['month']; currency: string; businessDate: string };

/** A target is for the whole month, so the note says how much of the month has passed. */
function TargetNote({ month, currency, businessDate }: TargetNoteProps) {
  const { t } = useTranslation('income');
  const format = useFormat();
  if (month.targetMinor === null) return t('own.noTarget');
  const share = percentOf(month.incomeMinor, month.targetMinor);
  const today = dateParts(calendarDate(businessDate));
  return t('own.target', {
    share: share === null ? '–' : format.percent(share, 0),
    target: format.money(month.targetMinor, currency),
    count: today.day,
    day: format.count(today.day),
    days: format.count(daysInMonth(today.year, today.month)),
  });
}
