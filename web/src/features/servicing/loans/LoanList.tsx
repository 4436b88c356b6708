import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { loanWorkColumnIds } from '@bursar/contracts/list-columns';
import type { LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import { loanSorts, type LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import type { LoanRow } from '@bursar/contracts/servicing/loans';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import type { Filter } from '../../../ui/filters/filter-values.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { ArrearsBadge } from '../loan-account/ArrearsBadge.tsx';
import { TagsInShort } from '../../../ui/status/Tag.tsx';
import type { ExportAsked } from '../../../ui/table/ExportMenu.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import {
  allMatchingSelected,
  nothingSelected,
  selectedCount,
} from '../../../ui/table/row-selection.ts';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import { amountWidths, fileColumns, loanColumns, loanSums } from './loan-columns.tsx';
import { loanFilterOf, type LoanListConfig } from './loan-lists.ts';
import { chosenOutstanding, loanSelectionOf, useLoanSelection } from './loan-selection.ts';
import { BorrowerName, LoanStatusBadge } from './LoanLabels.tsx';
import { loanListQuery, loanQuery, useExportLoans } from './loans.queries.ts';
import { type HolderOptions, useLoanFilters } from './use-loan-filters.ts';

/**
 * The loans of a bulk action (the selected loans, or all that match the filters), and a function
 * that clears the selection.
 */
export type ChosenLoans = {
  readonly selection: LoanSelection;
  readonly count: number;
  readonly clear: () => void;
};

type ListAddress = {
  readonly list: string;
  readonly search: string;
  readonly onOpen: (search: string, options?: { replace: boolean }) => void;
};

/** The filter and the order of the shown loans. */
type ShownLoans = {
  readonly filter: LoanFilter;
  readonly sort: LoanSort;
  readonly direction: 'asc' | 'desc';
};

type LoanListProps = {
  readonly config: LoanListConfig;
  /** Options to filter by: teams and agents, if the user's role may see them, tags and products. */
  readonly holderOptions: HolderOptions;
  /** Actions in the page header. */
  readonly actions?: ReactNode;
  /** Further actions in the page header, on all loans that match the filters. */
  readonly allActions?: (all: ChosenLoans) => ReactNode;
  /** Actions on the selected rows; without them, rows cannot be selected. */
  readonly bulkActions?: (chosen: ChosenLoans) => ReactNode;
  /** Renders the saved views of the list. */
  readonly views: (list: ListAddress, shown: ShownLoans) => ReactNode;
  /** Called before a row opens, to prefetch its page. */
  readonly onIntent?: () => void;
  /** The action shown if the list is empty without filters. */
  readonly emptyAction?: ReactNode;
};

/** A list of loans: filters, rows, totals and bulk actions. */
export function LoanList(props: LoanListProps) {
  const { config, holderOptions, actions, bulkActions, views } = props;
  const { textKey } = config;
  const { t } = useTranslation(['loans', 'facts']);
  const format = useFormat();
  const mayExport = useMay('export-loans');
  const queryClient = useQueryClient();
  const filters = useLoanFilters(config, holderOptions);
  const list = useLoanList(config, filters);
  const { address, query, sums, selection, setSelection } = list;
  const isOneCurrency = (sums?.amounts.length ?? 1) < 2;
  const currency = isOneCurrency ? (sums?.amounts[0]?.currency ?? holderOptions.currency) : null;
  const columns = useLoanColumns(list, { config, currency });
  const chosen: ChosenLoans = {
    selection: loanSelectionOf(selection, list.filter),
    count: selectedCount(selection, sums?.count ?? list.rows.length),
    clear: () => setSelection(nothingSelected),
  };
  const title = t(`list.${textKey}.title`);
  const counted = sums && { count: sums.count, figure: format.count(sums.count) };
  // Other pages count only active loans, so the list says how many of its loans these are.
  const withActive = (text: string) =>
    sums?.activeCount === undefined || sums.activeCount === sums.count
      ? text
      : t('list.ofWhichActive', { text, figure: format.count(sums.activeCount) });

  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            text={
              counted &&
              withActive(t(address.isFiltered ? 'list.matching' : `list.${textKey}.count`, counted))
            }
            failed={query.isError}
          />
        }
        actions={
          <>
            {actions}
            {props.allActions?.({
              selection: loanSelectionOf(allMatchingSelected, list.filter),
              count: sums?.count ?? 0,
              clear: chosen.clear,
            })}
          </>
        }
      />
      <ListTable<LoanRow>
        address={address}
        load={pagedLoadOf(query)}
        label={title}
        columns={columns}
        rows={list.rows}
        rowId={(loan) => loan.id}
        rowName={(loan) => loan.reference}
        rowHref={(loan) => paths.loanDetails(loan.id)}
        onRowIntent={(loan) => {
          props.onIntent?.();
          void queryClient.prefetchQuery(loanQuery(loan.id));
        }}
        card={(loan) => (
          <LoanCard loan={loan} agent={config.holders.length === 1 ? loan.agent : null} />
        )}
        none={
          <EmptyState
            title={t(`list.${textKey}.empty`)}
            hint={t(`list.${textKey}.emptyHint`)}
            action={props.emptyAction}
          />
        }
        noMatch={t('list.noMatch')}
        matchCount={sums?.count}
        sums={sums ? loanSums(sums) : {}}
        {...(bulkActions && {
          selection,
          onSelectionChange: setSelection,
          bulk: { figure: <ChosenSum list={list} />, actions: bulkActions(chosen) },
        })}
        {...(mayExport && { onExport: list.save })}
        views={views(
          {
            list: `loans/${textKey}`,
            search: address.search.toString(),
            onOpen: list.openAddress,
          },
          list.shown,
        )}
      />
    </>
  );
}

/**
 * Returns the columns. New rows change them only if an amount needs another width or the currency
 * changes.
 */
function useLoanColumns(
  { rows, sums }: LoanListState,
  { config, currency }: { config: LoanListConfig; currency: string | null },
) {
  const { t } = useTranslation(['loans', 'facts']);
  const format = useFormat();
  const { outstanding, principal, dueAmount, arrearsAmount } = useMemo(
    () => amountWidths({ rows, sums }, format.money),
    [rows, sums, format],
  );
  return useMemo(
    () =>
      loanColumns(t, {
        holders: config.holders,
        currency,
        amounts: { outstanding, principal, dueAmount, arrearsAmount },
      }),
    [t, config, currency, outstanding, principal, dueAmount, arrearsAmount],
  );
}

function ChosenSum({ list }: { list: LoanListState }) {
  const sum = chosenOutstanding(list.selection, list.rows, list.sums);
  return sum && <Money {...sum} />;
}

type LoanCardProps = {
  readonly loan: LoanRow;
  /** The agent to show in a team's lists; null in all other lists and for unassigned loans. */
  readonly agent: LoanRow['agent'];
};

/**
 * A loan in a list on a phone: borrower, outstanding amount, arrears or status, and next due date.
 */
function LoanCard({ loan, agent }: LoanCardProps) {
  const { t } = useTranslation('loans');
  const isPartlyLate = loan.arrearsMinor > 0 && loan.arrearsMinor < loan.dueMinor;
  return (
    <Stack as="span" gap={1}>
      <Box flow="row" as="span" gap={2} wrap={false} shrinks>
        <Text as="span" weight="medium" clip dir="auto">
          <BorrowerName name={loan.borrower.name} externalId={loan.externalId} />
        </Text>
        <TagsInShort tags={loan.tags} />
        <Box as="span" push fixed>
          <Money amountMinor={loan.outstandingMinor} currency={loan.currency} />
        </Box>
      </Box>
      <Box flow="row" as="span" gap={2} wrap={false} tone="muted" size="table" shrinks>
        <Box flow="row" as="span" gap={3} lines={0} align="stretch" shrinks>
          <span>{loan.reference}</span>
          {loan.status === 'active' ? (
            <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
          ) : (
            <LoanStatusBadge status={loan.status} />
          )}
        </Box>
        {loan.nextDueOn && (
          <Box as="span" push fixed>
            <span>{t('card.due')}</span> <DayText day={loan.nextDueOn} style="short" />
            {' · '}
            <Money amountMinor={loan.dueMinor} currency={loan.currency} withCurrency={false} />
          </Box>
        )}
      </Box>
      {(agent !== null || isPartlyLate) && (
        <Box flow="row" as="span" tone="muted" size="table">
          {agent && <bdi>{agent.name}</bdi>}
          {isPartlyLate && (
            <Box as="span" push>
              {t('card.inArrears')}{' '}
              <Money
                amountMinor={loan.arrearsMinor}
                currency={loan.currency}
                withCurrency={false}
              />
            </Box>
          )}
        </Box>
      )}
    </Stack>
  );
}

/**
 * The query of a list, stored in the address, and its result. The selection is not in the address:
 * it belongs to one filter and is empty under any other filter.
 */
function useLoanList(config: LoanListConfig, filters: readonly Filter[]) {
  const defaults = useMemo(
    () => ({ ...defaultTableState, sort: config.sort, pinned: ['reference'] }),
    [config],
  );
  const address = useListAddress(filters, defaults);
  const { state, values, setSearch } = address;
  const filter = useMemo(() => loanFilterOf(config.view, values), [config, values]);
  const showsWork = loanWorkColumnIds.some((id) => state.columns?.includes(id));
  const asked = {
    ...filter,
    ...sortOf(state, config),
    ...(showsWork && { with: 'work' as const }),
  };
  const query = useInfiniteQuery(loanListQuery(asked));
  const exporting = useExportLoans();
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { selection, setSelection } = useLoanSelection(filter, {
    order: JSON.stringify(asked),
    loaded: query.isPlaceholderData || query.isFetching ? null : rows,
  });

  const openAddress = useCallback(
    (search: string, options?: { replace: boolean }) =>
      setSearch(new URLSearchParams(search), options),
    [setSearch],
  );

  return {
    address,
    query,
    rows,
    /** Totals of the latest page, which the server calculates for all matching loans. */
    sums: query.data?.pages.at(-1)?.sums,
    filter,
    shown: { filter, ...sortOf(state, config) },
    save: ({ format, columns, selection: picked }: ExportAsked) => {
      if (exporting.isPending) return;
      const { loanIds, exceptLoanIds } = picked ? loanSelectionOf(picked, filter) : {};
      exporting.mutate({
        format,
        filter,
        ...(loanIds && { loanIds }),
        ...(exceptLoanIds && { exceptLoanIds }),
        ...sortOf(state, config),
        columns: fileColumns(columns),
      });
    },
    /** Replaces filters, sort and search at once, as a saved view does. */
    openAddress,
    selection,
    setSelection,
  };
}

type LoanListState = ReturnType<typeof useLoanList>;

function sortOf({ sort }: TableState, config: LoanListConfig) {
  const column = loanSorts.find((one) => one === sort?.column);
  return sort && column
    ? { sort: column, direction: sort.direction }
    : { sort: config.sort.column, direction: config.sort.direction };
}
