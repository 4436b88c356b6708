import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantOfDay } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { GroupedTable, type FigureGroup } from '../../../ui/table/GroupedTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { loanLedgerQuery } from './loans.queries.ts';
import { entryAmount } from './entry-amount.ts';
import type { LoanLedger as Ledger } from './loans.queries.ts';

/** The sub-ledger of a loan as a journal: each entry with its lines, which balance. */
export function LoanLedger({ loanId }: { loanId: string }) {
  const { t } = useTranslation('loans');
  const query = useInfiniteQuery(loanLedgerQuery(loanId));
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<TableToCome rows={12} />}
      empty={<EmptyLine title={t('ledger.empty')} />}
      isEmpty={({ pages }) => pages.every(({ transactions }) => transactions.length === 0)}
    >
      {({ pages }) => {
        const entries = pages.flatMap(({ transactions }) => transactions);
        return (
          <div>
            <Journal entries={entries} currency={pages[0]?.currency ?? ''} />
            <MoreRows shown={entries.length} pages={query} />
          </div>
        );
      }}
    </Loaded>
  );
}

type Entry = Ledger['transactions'][number];
type Line = Entry['lines'][number];
type JournalProps = { entries: readonly Entry[]; currency: string };

function Journal({ entries, currency }: JournalProps) {
  const { t } = useTranslation('loans');
  const isPhone = useIsPhone();
  const amount = amountIn(currency);
  const groupOf = (entry: Entry): FigureGroup<Line> => {
    const title = (
      <>
        {t(`event.${entry.event}`)} · <DayText day={entry.valueDate} />
      </>
    );
    const posting = <Posting entry={entry} />;
    const total = amount(entryAmount(entry.lines) ?? 0);
    return {
      id: entry.id,
      head: {
        account: isPhone ? <CellPair first={title} second={posting} /> : title,
        // On a phone, the name also takes the width of the debit column.
        ...(isPhone
          ? { credit: total }
          : { amount: total, debit: null, credit: null, posted: posting }),
      },
      rows: debitsFirst(entry.lines),
    };
  };
  return (
    <GroupedTable
      label={t('tab.ledger')}
      columns={journalColumns(t, { currency, isPhone })}
      groups={entries.map(groupOf)}
      rowId={({ account, debitMinor }) => `${account} ${debitMinor > 0}`}
    />
  );
}

const amountIn = (currency: string) => (amountMinor: number) =>
  amountMinor === 0 ? null : (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );

type Shown = { readonly currency: string; readonly isPhone: boolean };

/**
 * On a phone, the person and the time are below the name of the entry, and its amount is above the
 * credits.
 */
function journalColumns(
  t: TFunction<'loans'>,
  { currency, isPhone }: Shown,
): readonly FigureColumn<Line>[] {
  const amount = amountIn(currency);
  return [
    {
      id: 'account',
      header: t('ledger.account'),
      cell: ({ account }) => t(`account.${account}`),
      wide: true,
    },
    ...(isPhone
      ? []
      : [
          {
            id: 'amount',
            header: t('ledger.amount', { currency }),
            cell: () => null,
            align: 'end' as const,
          },
        ]),
    {
      id: 'debit',
      header: t('ledger.debit', { currency }),
      cell: ({ debitMinor }) => amount(debitMinor),
      align: 'end',
    },
    {
      id: 'credit',
      header: t('ledger.credit', { currency }),
      cell: ({ creditMinor }) => amount(creditMinor),
      align: 'end',
    },
    ...(isPhone ? [] : [{ id: 'posted', header: t('ledger.postedBy'), cell: () => null }]),
  ];
}

/** The person who posted an entry, or end-of-day, and the time. */
function Posting({ entry: { valueDate, postedAt, postedBy } }: { entry: Entry }) {
  const { t } = useTranslation('loans');
  return (
    <>
      <bdi>{postedBy ?? t('ledger.byClose')}</bdi> · <InstantOfDay at={postedAt} day={valueDate} />
    </>
  );
}

/** Returns debits before credits, the usual order of a journal. */
const debitsFirst = (lines: readonly Line[]): readonly Line[] => [
  ...lines.filter(({ debitMinor }) => debitMinor > 0),
  ...lines.filter(({ creditMinor }) => creditMinor > 0),
];
