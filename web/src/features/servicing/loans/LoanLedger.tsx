import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PanelHead } from '../../../ui/page/Panel.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { loanLedgerQuery } from './loans.queries.ts';
import type { LoanLedger as Ledger } from './loans.queries.ts';

/** The sub-ledger of a loan: each entry with its lines, which balance. */
export function LoanLedger({ loanId }: { loanId: string }) {
  const { t } = useTranslation('loans');
  const query = useInfiniteQuery(loanLedgerQuery(loanId));
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<TableToCome rows={6} />}
      empty={<EmptyState title={t('ledger.empty')} />}
      isEmpty={({ pages }) => pages.every(({ transactions }) => transactions.length === 0)}
    >
      {({ pages }) => (
        <>
          <Box flow="grid" as="ol" min={26} gap={6} below={4}>
            {pages.flatMap(({ currency, transactions }) =>
              transactions.map((transaction) => (
                <Box as="li" key={transaction.id} max="35rem">
                  <Transaction transaction={transaction} currency={currency} />
                </Box>
              )),
            )}
          </Box>
          <MoreRows
            shown={pages.reduce((sum, { transactions }) => sum + transactions.length, 0)}
            pages={query}
          />
        </>
      )}
    </Loaded>
  );
}

type TransactionFacts = Ledger['transactions'][number];
type Line = TransactionFacts['lines'][number];
type TransactionProps = { transaction: TransactionFacts; currency: string };

function Transaction({ transaction, currency }: TransactionProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { id, event, valueDate, postedAt, postedBy, lines } = transaction;
  // An entry posted on its value date shows only the time, because the title already shows the day.
  const isSameDay = format.instant(postedAt, 'medium') === format.day(valueDate, 'medium');
  const sum = (side: 'debitMinor' | 'creditMinor') => (
    <Money
      amountMinor={lines.reduce((total, line) => total + line[side], 0)}
      currency={currency}
      withCurrency={false}
    />
  );
  return (
    <article aria-labelledby={`transaction-${id}`}>
      <PanelHead
        titleId={`transaction-${id}`}
        title={
          <>
            {t(`event.${event}`)} · <DayText day={valueDate} />
          </>
        }
        note={
          <>
            {t('ledger.postedBy')} <bdi>{postedBy ?? t('ledger.byClose')}</bdi> ·{' '}
            <InstantText at={postedAt} style={isSameDay ? 'time' : 'minute'} />
          </>
        }
      />
      <FigureTable
        label={`${t(`event.${event}`)} ${valueDate}`}
        columns={lineColumns(t, currency)}
        rows={lines}
        rowId={(line) => line.account}
        foot={{
          account: t('sum', { currency }),
          debit: sum('debitMinor'),
          credit: sum('creditMinor'),
        }}
      />
    </article>
  );
}

/** The width of an amount column, equal in every entry so that all figures align. */
const amountSize = '7rem';

function lineColumns(t: TFunction<'loans'>, currency: string): readonly FigureColumn<Line>[] {
  const amount = (amountMinor: number) =>
    amountMinor === 0 ? null : (
      <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
    );
  return [
    {
      id: 'account',
      header: t('ledger.account'),
      cell: ({ account }) => t(`account.${account}`),
      wide: true,
    },
    {
      id: 'debit',
      header: t('ledger.debit'),
      cell: ({ debitMinor }) => amount(debitMinor),
      align: 'end',
      size: amountSize,
    },
    {
      id: 'credit',
      header: t('ledger.credit'),
      cell: ({ creditMinor }) => amount(creditMinor),
      align: 'end',
      size: amountSize,
    },
  ];
}
