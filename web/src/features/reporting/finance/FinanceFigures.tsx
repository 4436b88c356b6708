import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { CountedRowsDrawer, type OpenFigure } from './CountedRows.tsx';
import type { CashFlowBook } from './finance.queries.ts';
import { incomeOf, joinPeriods, rowsOfPeriod } from './period-figures.ts';
import { openPlace, placeOf, type ChangeView, type FinanceView } from './use-finance-view.ts';

type FinanceFiguresProps = { book: CashFlowBook; view: FinanceView; onChange: ChangeView };

/**
 * The received and expected amounts of the current month, the previous month and the past year, and
 * the year's income.
 */
export function FinanceFigures({ book, view, onChange }: FinanceFiguresProps) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency, periods } = book;
  const figure = useOpenFigure(book, view);
  const [first, ...others] = periods;
  const month = periods.at(-1);
  const former = periods.at(-2);
  if (!first || !month || !former) return null;
  const year = joinPeriods([first, ...others]);
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const share = ({ receivedMinor, expectedMinor, end }: CashFlowBook['periods'][number]) => {
    const percent = percentOf(receivedMinor, expectedMinor);
    return percent === null
      ? t('figures.nothingDue')
      : t('figures.shareOf', {
          percent: format.percent(percent, 0),
          amount: format.money(expectedMinor, currency),
          day: format.day(end, 'short'),
        });
  };
  const open = (place: string) => () =>
    onChange({ open: placeOf('figure', currency, place), rows: null });
  return (
    <>
      <StatStrip label={t('figures.label', { currency })}>
        <StatTile
          label={t('figures.received', { month: format.day(month.start, 'month') })}
          value={money(month.receivedMinor)}
          note={share(month)}
          onOpen={open(month.start)}
        />
        <StatTile
          label={t('figures.received', { month: format.day(former.start, 'month') })}
          value={money(former.receivedMinor)}
          note={share(former)}
          onOpen={open(former.start)}
        />
        <StatTile
          label={t('figures.year')}
          value={money(year.receivedMinor)}
          note={share(year)}
          onOpen={open('year')}
        />
        <StatTile
          label={t('figures.income')}
          value={money(incomeOf(year))}
          note={t('figures.incomeNote')}
          onOpen={open('income')}
        />
      </StatStrip>
      <CountedRowsDrawer
        figure={figure}
        kind={view.rows}
        onKind={(rows) => onChange({ rows })}
        onClose={() => onChange({ open: null, rows: null })}
      />
    </>
  );
}

/**
 * Returns the figure that the address opens: the year's flow (`year`), its income (`income`), or a
 * month's flow by the month's first day.
 */
function useOpenFigure({ currency, periods }: CashFlowBook, view: FinanceView): OpenFigure | null {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const place = openPlace(view, 'figure', currency);
  const [first, ...others] = periods;
  if (place === null || !first) return null;
  if (place === 'year' || place === 'income') {
    return {
      title: t(`figures.${place}`),
      counted: rowsOfPeriod(
        currency,
        joinPeriods([first, ...others]),
        place === 'income' ? 'income' : 'flow',
      ),
    };
  }
  const period = periods.find(({ start }) => start === place);
  if (!period) return null;
  return {
    title: t('rows.flowOf', { period: format.day(period.start, 'month') }),
    counted: rowsOfPeriod(currency, period, 'flow'),
  };
}
