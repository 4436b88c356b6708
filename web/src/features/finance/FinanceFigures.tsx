import { useTranslation } from 'react-i18next';
import { percentOf } from '../../lib/percent.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import type { CashFlowBook, CashFlowPeriod } from './finance.queries.ts';

/** The month that runs and the year behind it, expected beside received. */
export function FinanceFigures({ book }: { book: CashFlowBook }) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency, periods } = book;
  const month = periods.at(-1);
  const former = periods.at(-2);
  if (!month || !former) return null;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const share = (receivedMinor: number, expectedMinor: number) => {
    const percent = percentOf(receivedMinor, expectedMinor);
    return percent === null
      ? t('figures.nothingDue')
      : t('figures.shareOf', {
          percent: format.percent(percent, 0),
          amount: format.money(expectedMinor, currency),
        });
  };
  const sum = (valueOf: (period: CashFlowPeriod) => number) =>
    periods.reduce((all, period) => all + valueOf(period), 0);
  const income = sum((period) => period.interestMinor + period.feesMinor + period.penaltiesMinor);
  return (
    <StatStrip label={t('figures.label', { currency })}>
      <StatTile
        label={t('figures.received', { month: format.day(month.start, 'month') })}
        value={money(month.receivedMinor)}
        note={share(month.receivedMinor, month.expectedMinor)}
        trend={periods.map(({ receivedMinor }) => receivedMinor)}
      />
      <StatTile
        label={t('figures.received', { month: format.day(former.start, 'month') })}
        value={money(former.receivedMinor)}
        note={share(former.receivedMinor, former.expectedMinor)}
      />
      <StatTile
        label={t('figures.year')}
        value={money(sum(({ receivedMinor }) => receivedMinor))}
        note={share(
          sum(({ receivedMinor }) => receivedMinor),
          sum(({ expectedMinor }) => expectedMinor),
        )}
      />
      <StatTile
        label={t('figures.income')}
        value={money(income)}
        note={t('figures.incomeNote')}
        trend={periods.map(({ interestMinor }) => interestMinor)}
      />
    </StatStrip>
  );
}
