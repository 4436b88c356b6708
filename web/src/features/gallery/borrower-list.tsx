import type {
  BorrowerRow,
  ExportBorrowersCsv,
  ExportBorrowersWorkbook,
  ListBorrowers,
} from '@bursar/contracts/records/borrower-lists';
import {
  borrowerSorts,
  borrowerStandings,
  homeOwnerships,
} from '@bursar/contracts/records/borrower-sorts';
import type { InputOf } from '@bursar/contracts/endpoint';
import { borrowerColumnIds, type BorrowerColumnId } from '@bursar/contracts/list-columns';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api-client.ts';
import { downloadFile } from '../../lib/download.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { listLoadOf, pagedLoadOf } from '../../lib/page-load.ts';
import { pagesByKey } from '../../lib/pages-by-key.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import type { Filter, FilterValues } from '../../ui/filters/filter-values.ts';
import { isAmountRange, isDayRange, isList } from '../../ui/filters/filter-values.ts';
import { Count } from '../../ui/format/Count.tsx';
import { EmailText } from '../../ui/format/EmailText.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { ExportAsked } from '../../ui/table/ExportMenu.tsx';
import type { RowSelection } from '../../ui/table/row-selection.ts';
import {
  defaultTableState,
  spellSorts,
  type TableState,
  useListAddress,
} from '../../ui/table/table-state.ts';

type Query = InputOf<ListBorrowers>['query'];
type FilterId = 'q' | 'standing' | 'homeOwnership' | 'income' | 'outstanding' | 'created';

export type BorrowerListOptions = {
  /** Prefix of the table's parameters in the address, unique on the page. */
  readonly name: string;
  readonly columns?: readonly BorrowerColumnId[];
  /** Columns that are hidden until the user chooses them. */
  readonly hidden?: readonly BorrowerColumnId[];
  /** Keeps all columns even if they do not fit; the table scrolls sideways. */
  readonly scrolls?: boolean;
  readonly filters?: readonly FilterId[];
  /** Filters that are set when the list opens, as the address writes them. */
  readonly usual?: Partial<Record<FilterId, string>>;
  readonly defaults?: Partial<TableState>;
  readonly limit?: number;
};

/**
 * Lists the borrowers in the user's scope. The server searches, sorts, sums and pages; the address
 * stores the query.
 */
export function useBorrowerList(options: BorrowerListOptions) {
  const list = useBorrowerQuestion(options);
  const query = useInfiniteQuery(
    pagesByKey([...queryRoots.loans, 'borrowers', list.asked], (from, signal) =>
      callApi<ListBorrowers>('GET /api/borrowers', { query: { ...list.asked, ...from }, signal }),
    ),
  );
  const rows = useMemo<readonly BorrowerRow[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  const sums = query.data?.pages.at(-1)?.sums;
  return {
    ...list,
    sums,
    table: { ...list.table, rows, load: pagedLoadOf(query), matchCount: sums?.count },
  };
}

/** Borrowers in numbered pages; the address stores the page number. */
export function useNumberedBorrowers({ limit = 10, ...options }: BorrowerListOptions) {
  const list = useBorrowerQuestion({ ...options, limit });
  const { cursor } = list.table.address.state;
  const page = Math.max(1, Math.trunc(Number(cursor)) || 1);
  const query = useQuery({
    queryKey: [...queryRoots.loans, 'borrowers', 'numbered', list.asked, page],
    queryFn: ({ signal }) =>
      callApi<ListBorrowers>('GET /api/borrowers', { query: { ...list.asked, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const rows: readonly BorrowerRow[] = query.data?.rows ?? none;
  const { address } = list.table;
  return {
    ...list,
    page,
    pages: Math.max(1, Math.ceil((query.data?.sums.count ?? 0) / limit)),
    turnTo: (next: number) => address.setState({ ...address.state, cursor: String(next) }),
    table: { ...list.table, rows, load: listLoadOf(query), matchCount: query.data?.sums.count },
  };
}

const none: readonly BorrowerRow[] = [];

function useBorrowerQuestion(options: BorrowerListOptions) {
  const { name, columns = usualColumns, hidden, filters: ids = usualFilters, limit = 10 } = options;
  const scrolls = options.scrolls ?? false;
  const { t } = useTranslation('gallery-tables');
  const defaults = useStable({ ...usualState(columns), ...options.defaults });
  const filters = useBorrowerFilters(useStable(ids), useStable(options.usual ?? {}));
  const address = useListAddress(filters, defaults, { name });
  const filter = borrowerFilterOf(address.values);
  const asked: Query = { ...filter, sort: knownSort(address.state), limit };
  const shown = useStable(columns);
  const waiting = useStable(hidden ?? []);
  const exporting = useExportBorrowers();
  const listed = useMemo(
    () => borrowerColumns(t, { ids: shown, hidden: waiting, scrolls }),
    [t, shown, waiting, scrolls],
  );
  const onCard = cardColumns(listed, [...sortedColumns(address.state), ...ids]);
  return {
    asked,
    table: {
      address,
      columns: listed,
      rowId: (row: BorrowerRow) => row.id,
      rowName: (row: BorrowerRow) => row.name ?? row.externalId ?? '',
      card: (row: BorrowerRow) => <BorrowerCard row={row} columns={onCard} />,
      cardLines: onCard.length > 0 ? 3 : 2,
      none: <EmptyState title={t('list.none')} hint={t('list.noneHint')} />,
      noMatch: t('list.noMatch'),
      height: 'content' as const,
      waitingRows: limit,
    },
    /** Downloads the shown columns of all matching or selected rows. */
    save: ({ format, columns: shownIds, selection }: ExportAsked) =>
      exporting.mutate({
        format,
        filter,
        sort: knownSort(address.state),
        ...pickedOf(selection),
        columns: shownIds.flatMap((shownId) => borrowerColumnIds.filter((id) => id === shownId)),
      }),
  };
}

const usualColumns = ['name', 'phone', 'region', 'income', 'loans', 'outstanding'] as const;
const usualFilters = ['q', 'standing'] as const;
/** Sorts by the largest debt if the table shows it, because most borrowers owe nothing. */
const usualState = (columns: readonly BorrowerColumnId[]): TableState => ({
  ...defaultTableState,
  sort: columns.includes('outstanding')
    ? { column: 'outstanding', direction: 'desc' }
    : { column: 'name', direction: 'asc' },
});

/** Returns the same object while its content is equal: examples create their options inline. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps -- its text is the value
  return useMemo(() => value, [text]);
}

function sortedColumns({ sort, thenBy }: TableState): readonly string[] {
  return [...(sort ? [sort] : []), ...thenBy].map(({ column }) => column);
}

/**
 * Returns the columns that a card must show in addition to its own facts: those that the list is
 * sorted by or can be filtered by.
 */
function cardColumns(
  columns: readonly Column<BorrowerRow>[],
  ids: readonly string[],
): readonly Column<BorrowerRow>[] {
  return columns.filter(({ id }) => ids.includes(id) && !usualOnCard.includes(id));
}

const usualOnCard: readonly string[] = ['name', 'employment', 'region', 'phone', 'outstanding'];

/**
 * Returns the sort for the server, without columns by which it cannot sort; by name if none is
 * left.
 */
function knownSort(state: TableState): string {
  const known = [...(state.sort ? [state.sort] : []), ...state.thenBy].filter(({ column }) =>
    borrowerSorts.some((one) => one === column),
  );
  const [sort = null, ...thenBy] = known.slice(0, 3);
  return spellSorts({ sort, thenBy }) || 'name';
}

function pickedOf(selection: RowSelection | null) {
  if (!selection) return {};
  return selection.kind === 'some'
    ? { borrowerIds: [...selection.ids] }
    : { exceptBorrowerIds: [...selection.except] };
}

function borrowerFilterOf(values: FilterValues): Omit<Query, 'sort' | 'limit'> {
  const { q, standing, homeOwnership, income, outstanding, created } = values;
  return {
    ...(typeof q === 'string' && { q }),
    ...(isList(standing) && { standing: standing.join(',') }),
    ...(isList(homeOwnership) && { homeOwnership: homeOwnership.join(',') }),
    ...(isAmountRange(income) && {
      incomeFromMinor: income.fromMinor,
      incomeToMinor: income.toMinor,
    }),
    ...(isAmountRange(outstanding) && {
      outstandingFromMinor: outstanding.fromMinor,
      outstandingToMinor: outstanding.toMinor,
    }),
    ...(isDayRange(created) && { createdFrom: created.from, createdTo: created.to }),
  };
}

function useBorrowerFilters(
  ids: readonly FilterId[],
  usual: Partial<Record<FilterId, string>>,
): readonly Filter[] {
  const { t } = useTranslation('gallery-tables');
  return useMemo(() => {
    const choices = (id: 'standing' | 'homeOwnership', values: readonly string[]): Filter => ({
      id,
      kind: 'choices',
      label: t(`column.${id}`),
      options: values.map((value) => ({ value, label: t(`${id}.${value}`) })),
    });
    const amounts = (id: 'income' | 'outstanding'): Filter => ({
      id,
      kind: 'amounts',
      label: t(`column.${id}`),
      currency: 'USD',
    });
    const known: Record<FilterId, Filter> = {
      q: { id: 'q', kind: 'search', label: t('list.search'), placeholder: t('list.searchHint') },
      standing: choices('standing', borrowerStandings),
      homeOwnership: choices('homeOwnership', homeOwnerships),
      income: amounts('income'),
      outstanding: amounts('outstanding'),
      created: { id: 'created', kind: 'days', label: t('column.created') },
    };
    return ids.map((id) => {
      const value = usual[id];
      return value === undefined ? known[id] : { ...known[id], usual: [value] };
    });
  }, [t, ids, usual]);
}

/**
 * Columns that are hidden, in this order, if there is too little space for the name and the
 * amounts.
 */
const spareColumns: readonly BorrowerColumnId[] = [
  'email',
  'created',
  'phone',
  'kind',
  'externalId',
  'employmentYears',
  'homeOwnership',
  'employment',
  'region',
  'loans',
];

type ShownColumns = {
  readonly ids: readonly BorrowerColumnId[];
  readonly hidden: readonly BorrowerColumnId[];
  readonly scrolls: boolean;
};

type Cell = Omit<Column<BorrowerRow, BorrowerColumnId>, 'id' | 'header'>;

function borrowerColumns(
  t: TFunction<'gallery-tables'>,
  { ids, hidden, scrolls }: ShownColumns,
): readonly Column<BorrowerRow>[] {
  const figure = { align: 'end', sort: 'desc', width: 140 } as const;
  const cells: Record<BorrowerColumnId, Cell> = {
    name: { cell: (row) => row.name ?? row.externalId, main: true, sort: 'asc', width: 160 },
    externalId: { cell: (row) => row.externalId, sort: 'asc', width: 120, grow: 0 },
    kind: { cell: (row) => t(`kind.${row.kind}`), width: 96 },
    phone: { cell: (row) => row.phone && <PhoneText number={row.phone} />, width: 144 },
    email: {
      cell: (row) => row.email && <EmailText email={row.email} />,
      width: scrolls ? 272 : 248,
    },
    region: { cell: (row) => row.region, sort: 'asc', width: 96 },
    employment: { cell: (row) => row.employmentTitle, sort: 'asc', width: 144 },
    employmentYears: { cell: (row) => countOf(row.employmentYears), ...figure },
    homeOwnership: {
      cell: ({ homeOwnership }) => {
        const known = homeOwnerships.find((one) => one === homeOwnership?.toUpperCase());
        return known ? t(`homeOwnership.${known}`) : homeOwnership;
      },
      sort: 'asc',
      width: 112,
    },
    income: { cell: (row) => moneyOf(row.annualIncomeMinor, row.currency), ...figure },
    loans: { cell: (row) => countOf(row.loans), ...figure, width: 80 },
    // Wide enough to show amounts over ten billion with all their digits.
    outstanding: {
      cell: (row) => moneyOf(row.outstandingMinor, row.currency),
      ...figure,
      width: 184,
    },
    arrears: { cell: (row) => countOf(row.daysPastDue), align: 'end', width: 104 },
    created: { cell: (row) => <InstantText at={row.createdAt} />, sort: 'desc', width: 152 },
  };
  return ids.map((id) => ({
    id,
    header: t(`column.${id}`),
    ...cells[id],
    cell: (row) => cells[id].cell(row) || '–',
    hidden: hidden.includes(id),
    ...(!scrolls && spareColumns.includes(id) && { spare: spareOf(id) }),
  }));
}

const spareOf = (id: BorrowerColumnId): number => spareColumns.length - spareColumns.indexOf(id);
const countOf = (value: number | null): ReactNode =>
  value !== null && mutedIfZero(value, <Count value={value} />);
const moneyOf = (amountMinor: number | null, currency: string): ReactNode =>
  amountMinor !== null && mutedIfZero(amountMinor, <Money {...{ amountMinor, currency }} />);
const mutedIfZero = (value: number, shown: ReactNode): ReactNode =>
  value === 0 ? (
    <Text as="span" tone="muted">
      {shown}
    </Text>
  ) : (
    shown
  );

type BorrowerCardProps = {
  readonly row: BorrowerRow;
  /** Columns shown on an extra line, each with its header. */
  readonly columns: readonly Column<BorrowerRow>[];
};

function BorrowerCard({ row, columns }: BorrowerCardProps) {
  return (
    <Stack gap={1}>
      <Row justify="between" wrap={false}>
        <Text as="span" weight="medium">
          {row.name ?? row.externalId}
        </Text>
        {moneyOf(row.outstandingMinor, row.currency)}
      </Row>
      <Row tone="muted" size="caption" justify="between" wrap={false}>
        <span>{[row.employmentTitle, row.region].filter(Boolean).join(' · ')}</span>
        {row.phone && <PhoneText number={row.phone} />}
      </Row>
      {columns.length > 0 && (
        <Row size="caption" lines={1}>
          {columns.map(({ id, header, cell }) => (
            <Row as="span" key={id} gap={1} wrap={false}>
              <Text as="span" tone="muted">
                {header}
              </Text>
              {cell(row)}
            </Row>
          ))}
        </Row>
      )}
    </Stack>
  );
}

function useExportBorrowers() {
  return useMutation({
    mutationFn: ({
      format,
      ...body
    }: InputOf<ExportBorrowersCsv>['body'] & { format: ExportAsked['format'] }) =>
      format === 'csv'
        ? downloadFile<ExportBorrowersCsv>('POST /api/borrowers/export.csv', { body })
        : downloadFile<ExportBorrowersWorkbook>('POST /api/borrowers/export.xlsx', { body }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}
