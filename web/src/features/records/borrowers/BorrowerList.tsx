import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import {
  borrowerKinds,
  borrowerSorts,
  borrowerStandings,
  homeOwnerships,
} from '@bursar/contracts/records/borrower-sorts';
import { borrowerColumnIds, type BorrowerColumnId } from '@bursar/contracts/list-columns';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { sessionQuery, useMay } from '../../../lib/session-query.ts';
import { isAmountRange, isList, type Filter } from '../../../ui/filters/filter-values.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { defaultTableState, spellSorts, useListAddress } from '../../../ui/table/table-state.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { borrowersQuery, useExportBorrowers, type BorrowerQuestion } from './borrowers.queries.ts';

/** The borrowers in the user's scope, each linked to its page. */
export function BorrowerList() {
  const { t } = useTranslation('borrowers');
  const mayExport = useMay('export-loans');
  const { address, asked, filterKey } = useBorrowerQuestion();
  const query = useInfiniteQuery(borrowersQuery(asked));
  const exporting = useExportBorrowers();
  const [selection, setSelection] = useRowSelection(filterKey);
  const columns = useMemo(() => columnsOf(t), [t]);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const sums = query.data?.pages.at(-1)?.sums;
  return (
    <ListTable<BorrowerRow>
      address={address}
      load={pagedLoadOf(query)}
      label={t('list.label')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowName={nameOf}
      rowHref={(row) => `?${withId(address.search, row.id)}`}
      card={(row) => <CardOf row={row} />}
      none={<EmptyState title={t('list.none')} hint={t('list.noneHint')} />}
      noMatch={t('list.noMatch')}
      matchCount={sums?.count}
      sums={sums ? sumCells(sums) : {}}
      {...(mayExport && {
        selection,
        onSelectionChange: setSelection,
        bulk: { actions: null },
        onExport: ({ format, columns: shown, selection: picked }) =>
          exporting.mutate({
            format,
            filter: asked,
            sort: asked.sort,
            ...(picked?.kind === 'some' && { borrowerIds: [...picked.ids] }),
            ...(picked?.kind === 'all' && { exceptBorrowerIds: [...picked.except] }),
            columns: borrowerColumnIds.filter((id) => shown.includes(id)),
          }),
      })}
    />
  );
}

const nameOf = (row: BorrowerRow): string => row.name ?? row.externalId ?? '';

function withId(search: URLSearchParams, id: string): string {
  const next = new URLSearchParams(search);
  next.set('id', id);
  return next.toString();
}

/** The query of the list, stored in the address. */
function useBorrowerQuestion() {
  const { t } = useTranslation('borrowers');
  const currency = useQuery(sessionQuery).data?.portfolio?.currency;
  const filters = useMemo(() => filtersOf(t, currency), [t, currency]);
  const address = useListAddress(filters, usualState);
  const { q, kind, standing, homeOwnership, outstanding } = address.values;
  const sorts = spellSorts(address.state)
    .split(',')
    .filter((sort) => borrowerSorts.some((known) => known === sort.replace(/^-/, '')));
  const filter = {
    ...(typeof q === 'string' && { q }),
    ...(isList(kind) && { kind: kind.join(',') }),
    ...(isList(standing) && { standing: standing.join(',') }),
    ...(isList(homeOwnership) && { homeOwnership: homeOwnership.join(',') }),
    ...(isAmountRange(outstanding) && {
      outstandingFromMinor: outstanding.fromMinor,
      outstandingToMinor: outstanding.toMinor,
    }),
  };
  const asked: BorrowerQuestion = { ...filter, sort: sorts.slice(0, 3).join(',') || 'name' };
  return { address, asked, filterKey: JSON.stringify(filter) };
}

const usualState = {
  ...defaultTableState,
  sort: { column: 'name', direction: 'asc' as const },
  pinned: ['name'],
};

/** Filters by amount are offered only if all amounts have the same currency. */
function filtersOf(t: TFunction<'borrowers'>, currency: string | undefined): readonly Filter[] {
  return [
    { id: 'q', kind: 'search', label: t('list.search'), placeholder: t('list.searchHint') },
    {
      id: 'kind',
      kind: 'choices',
      label: t('facts:borrowerKind'),
      options: borrowerKinds.map((value) => ({
        value,
        label: t(`facts:value.borrowerKind.${value}`),
      })),
    },
    {
      id: 'standing',
      kind: 'choices',
      label: t('list.standing'),
      options: borrowerStandings.map((value) => ({ value, label: t(`standing.${value}`) })),
    },
    {
      id: 'homeOwnership',
      kind: 'choices',
      label: t('column.homeOwnership'),
      options: homeOwnerships.map((value) => ({
        value,
        label: t(`facts:value.homeOwnership.${value}`),
      })),
    },
    ...(currency
      ? [{ id: 'outstanding', kind: 'amounts' as const, label: t('column.outstanding'), currency }]
      : []),
  ];
}

type Cell = Omit<Column<BorrowerRow, BorrowerColumnId>, 'id' | 'header'>;

function columnsOf(t: TFunction<'borrowers'>): readonly Column<BorrowerRow>[] {
  const figure = { align: 'end', width: 128 } as const;
  const cells: Record<BorrowerColumnId, Cell> = {
    name: {
      cell: (row) => <bdi>{nameOf(row)}</bdi>,
      main: true,
      sort: 'asc',
      width: 200,
      grow: 2,
    },
    externalId: { cell: (row) => row.externalId, sort: 'asc', width: 104, hidden: true },
    kind: { cell: (row) => t(`facts:value.borrowerKind.${row.kind}`), width: 112, hidden: true },
    phone: { cell: (row) => row.phone && <PhoneText number={row.phone} />, width: 152 },
    email: {
      cell: (row) => row.email && <EmailText email={row.email} />,
      width: 208,
      hidden: true,
    },
    region: { cell: (row) => row.region, sort: 'asc', width: 96, spare: 3 },
    employment: { cell: (row) => row.employmentTitle, sort: 'asc', width: 160, spare: 2 },
    employmentYears: {
      ...figure,
      cell: (row) => row.employmentYears !== null && <Count value={row.employmentYears} />,
      sort: 'desc',
      hidden: true,
    },
    homeOwnership: {
      cell: ({ homeOwnership }) => {
        const known = homeOwnerships.find((one) => one === homeOwnership?.toUpperCase());
        return known ? t(`facts:value.homeOwnership.${known}`) : homeOwnership;
      },
      sort: 'asc',
      width: 120,
      hidden: true,
    },
    income: {
      ...figure,
      cell: (row) => moneyOf(row.annualIncomeMinor, row.currency),
      sort: 'desc',
      hidden: true,
    },
    loans: {
      ...figure,
      cell: (row) => <Count value={row.loans} />,
      sort: 'desc',
      width: 88,
      spare: 1,
    },
    outstanding: {
      ...figure,
      // Wide enough for an amount over ten billion, of which no digit may be cut.
      width: 184,
      cell: (row) => moneyOf(row.outstandingMinor, row.currency),
      sort: 'desc',
    },
    arrears: { ...figure, cell: (row) => <Count value={row.daysPastDue} />, width: 104 },
    created: {
      cell: (row) => <InstantText at={row.createdAt} style="medium" />,
      sort: 'desc',
      width: 136,
      hidden: true,
    },
  };
  return borrowerColumnIds.map((id) => ({ id, header: t(`column.${id}`), ...cells[id] }));
}

const moneyOf = (amountMinor: number | null, currency: string): ReactNode =>
  amountMinor !== null && <Money amountMinor={amountMinor} currency={currency} />;

type Sums = {
  readonly loans: number;
  readonly amounts: readonly { currency: string; outstandingMinor: number }[];
};

/** Amounts in several currencies have no total. */
function sumCells({ loans, amounts: [amount, ...others] }: Sums) {
  return {
    loans: <Count value={loans} />,
    ...(amount &&
      others.length === 0 && { outstanding: moneyOf(amount.outstandingMinor, amount.currency) }),
  };
}

function CardOf({ row }: { readonly row: BorrowerRow }) {
  return (
    <Stack gap={1}>
      <Row justify="between" wrap={false}>
        <Text as="bdi" weight="medium">
          {nameOf(row)}
        </Text>
        {moneyOf(row.outstandingMinor, row.currency)}
      </Row>
      <Row tone="muted" size="caption" justify="between" wrap={false}>
        <bdi>{[row.employmentTitle, row.region].filter(Boolean).join(' · ')}</bdi>
        {row.phone && <PhoneText number={row.phone} />}
      </Row>
    </Stack>
  );
}
