import { addMonths, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../lib/percent.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import type { Book } from './dashboard.queries.ts';

type BookFiguresProps = { book: Book; businessDate: string };

/** The four figures a lender looks for first. */
export function BookFigures({ book, businessDate }: BookFiguresProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { currency } = book;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const against = useFormerMonth(businessDate, currency);
  return (
    <StatStrip label={t('figuresIn', { currency })}>
      <StatTile
        label={t('outstanding')}
        value={money(book.outstandingMinor)}
        note={t('activeLoans', { count: book.activeLoans, loans: format.count(book.activeLoans) })}
      />
      <StatTile
        label={t('collected')}
        value={money(book.collectedMonthMinor)}
        note={against(book.collectedMonthMinor, book.collectedPreviousMonthMinor)}
        trend={book.collections.map((month) => month.collectedMinor)}
      />
      <StatTile
        label={t('income')}
        value={money(book.incomeMonthMinor)}
        note={against(book.incomeMonthMinor, book.incomePreviousMonthMinor)}
      />
      <StatTile
        label={t('disbursed')}
        value={money(book.disbursedMonthMinor)}
        note={t('disbursedNote')}
      />
    </StatStrip>
  );
}

/** A month that has not ended stands against the whole of the one before: how much of it is reached. */
function useFormerMonth(businessDate: string, currency: string) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const month = format.day(addMonths(calendarDate(businessDate), -1), 'month');
  return (now: number, before: number): string => {
    const share = percentOf(now, before);
    if (share === null) return t('nothingIn', { month });
    const percent = format.percent(share, 0);
    return t('shareOf', { percent, amount: format.money(before, currency), month });
  };
}
