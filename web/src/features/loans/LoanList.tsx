import type { LoanSelection } from '@bursar/contracts/assignments';
import type { LoanRow } from '@bursar/contracts/loans';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/use-may.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ApiFailure } from '../../lib/api-client.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { nothingSelected, selectedCount } from '../../ui/table/row-selection.ts';
import { chosenOutstanding, loanSelectionOf } from './chosen-loans.ts';
import { loanColumns, loanSums } from './loan-columns.tsx';
import { LoanCard } from './LoanCard.tsx';
import type { LoanListFacts } from './loan-lists.ts';
import { loanQuery } from './loans.queries.ts';
import { useLoanFilters } from './use-loan-filters.ts';
import type { HolderOptions } from './use-loan-filters.ts';
import { useLoanList } from './use-loan-list.ts';
import type { LoanListState } from './use-loan-list.ts';

/** Loans that someone has picked for a bulk action, and how to let go of them. */
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

type LoanListProps = {
  readonly facts: LoanListFacts;
  /** Teams and agents to filter by, where the reader’s role may know them. */
  readonly holderOptions: HolderOptions;
  /** Actions of the page’s head. */
  readonly actions?: ReactNode;
  /** Actions on the rows picked; without them nothing can be picked. */
  readonly bulkActions?: (chosen: ChosenLoans) => ReactNode;
  /** Where the reader keeps views of the list. */
  readonly views: (list: ListAddress) => ReactNode;
  /** A row is about to be opened: time to fetch the page that opening it needs. */
  readonly onIntent?: () => void;
  /** What to do where the list is empty though nothing filters it. */
  readonly emptyAction?: ReactNode;
};

/** One of the loan lists: filters, rows, sums and what can be done with the rows picked. */
export function LoanList(props: LoanListProps) {
  const { facts, holderOptions, actions, bulkActions, views } = props;
  const { t } = useTranslation('loans');
  const mayExport = useMay('export-loans');
  const queryClient = useQueryClient();
  const filters = useLoanFilters(facts, holderOptions);
  const list = useLoanList(facts, filters);
  const { query, sums, selection, setSelection } = list;
  const isOneCurrency = (sums?.amounts.length ?? 1) < 2;
  const currency = isOneCurrency ? (sums?.amounts[0]?.currency ?? holderOptions.currency) : null;
  const columns = useMemo(
    () => loanColumns(t, { holders: facts.holders, currency }),
    [t, facts, currency],
  );
  const chosen: ChosenLoans = {
    selection: loanSelectionOf(selection, list.filter),
    count: selectedCount(selection, sums?.count ?? list.rows.length),
    clear: () => setSelection(nothingSelected),
  };
  const title = t(`list.${facts.words}.title`);

  return (
    <>
      <PageHeader
        title={title}
        description={<LoanCount list={list} words={facts.words} />}
        actions={actions}
      />
      <DataTable<LoanRow>
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
        card={(loan) => <LoanCard loan={loan} />}
        state={list.state}
        onStateChange={list.setState}
        status={statusOf(query)}
        empty={<NoLoans {...props} list={list} />}
        error={<ListFailed query={query} />}
        matchCount={sums?.count}
        sums={sums ? loanSums(sums) : {}}
        paging={{
          kind: 'endless',
          hasMore: query.hasNextPage,
          loadingMore: query.isFetchingNextPage,
          onMore: () => void query.fetchNextPage(),
        }}
        {...(bulkActions && {
          selection,
          onSelectionChange: setSelection,
          bulk: { figure: <ChosenSum list={list} />, actions: bulkActions(chosen) },
        })}
        {...(mayExport && { onExport: list.save })}
        toolbar={
          <FilterBar filters={filters} values={list.values} onChange={list.setValues}>
            {views({
              list: `loans/${facts.words}`,
              search: list.address,
              onOpen: list.openAddress,
            })}
          </FilterBar>
        }
      />
    </>
  );
}

function ChosenSum({ list }: { list: LoanListState }) {
  const sum = chosenOutstanding(list.selection, list.rows, list.sums);
  return sum && <Money {...sum} />;
}

function LoanCount({ list, words }: { list: LoanListState; words: string }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const count = list.sums?.count;
  if (count !== undefined) {
    const counted = { count, figure: format.count(count) };
    return <>{t(isFiltered(list) ? 'list.matching' : `list.${words}.count`, counted)}</>;
  }
  return list.query.isError ? null : <Skeleton width="16rem" height="1.25rem" />;
}

function NoLoans({ facts, emptyAction, list }: LoanListProps & { list: LoanListState }) {
  const { t } = useTranslation('loans');
  if (isFiltered(list)) {
    return (
      <EmptyState
        title={t('list.noMatch')}
        hint={t('list.noMatchHint')}
        action={<Button onClick={() => list.setValues({})}>{t('list.clearFilters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t(`list.${facts.words}.empty`)}
      hint={t(`list.${facts.words}.emptyHint`)}
      action={emptyAction}
    />
  );
}

function isFiltered({ values }: LoanListState): boolean {
  return Object.keys(values).length > 0;
}

function ListFailed({ query }: { query: LoanListState['query'] }) {
  const { t } = useTranslation('loans');
  const { error } = query;
  return (
    <ErrorState
      title={failureSentence(error)}
      safe={t('list.failedSafe')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      requestId={error instanceof ApiFailure ? error.requestId : undefined}
    />
  );
}

function statusOf({ status, isPlaceholderData, isFetching }: LoanListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
