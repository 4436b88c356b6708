import type { StaffRow } from '@bursar/contracts/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import type { FilterOption } from '../../ui/filters/filter-values.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { staffColumns, staffSums } from './staff-columns.tsx';
import type { StaffListFacts } from './staff-lists.ts';
import { accountQuery } from './staff.queries.ts';
import { StaffBulkActions } from './StaffBulkActions.tsx';
import { StaffCard } from './StaffCard.tsx';
import { useStaffList } from './use-staff-list.ts';
import { useStaffSelection } from './use-staff-selection.ts';
import type { StaffListState } from './use-staff-list.ts';

type StaffListProps = {
  readonly facts: StaffListFacts;
  /** Teams to filter by, where the list has several. */
  readonly teams?: readonly FilterOption[] | undefined;
  /** The one currency of the list; null where rows differ. */
  readonly currency: string | null;
  /** The way to a new account. */
  readonly action?: ReactNode;
  /** A row is about to be opened: time to fetch the page that opening it needs. */
  readonly onIntent: () => void;
};

/** People with what each of them holds: filters, rows, and the way to each account. */
export function StaffList(props: StaffListProps) {
  const { facts, teams, currency, action, onIntent } = props;
  const { t } = useTranslation(['staff', 'app']);
  const queryClient = useQueryClient();
  const list = useStaffList({ facts, teams });
  const { query, sums } = list;
  const mayManage = useMay('manage-staff');
  const picking = useStaffSelection(list);
  const columns = useMemo(() => staffColumns(t, { ...facts, currency }), [t, facts, currency]);
  const title = t(`list.${facts.words}.title`);
  const withRole = facts.columns.some((column) => column === 'role');
  return (
    <>
      <PageHeader
        title={title}
        description={<PeopleCount list={list} words={facts.words} />}
        actions={action}
      />
      <DataTable<StaffRow>
        label={title}
        columns={columns}
        rows={list.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => facts.hrefOf(row.id)}
        onRowIntent={(row) => {
          onIntent();
          void queryClient.prefetchQuery(accountQuery(row.id));
        }}
        card={(row) => <StaffCard row={row} withRole={withRole} />}
        state={list.state}
        onStateChange={list.setState}
        status={statusOf(query)}
        empty={<Nobody list={list} words={facts.words} action={action} />}
        error={<ListFailed query={query} />}
        matchCount={sums?.count}
        // Beside managers and desks the same loans would be counted more than once.
        {...(facts.role === 'agent' && { sums: sums ? staffSums(sums) : {} })}
        {...(mayManage && {
          selection: picking.selection,
          onSelectionChange: picking.setSelection,
          bulk: { actions: <StaffBulkActions rows={picking.chosen} onDone={picking.clear} /> },
        })}
        onExport={list.save}
        paging={{
          kind: 'endless',
          hasMore: query.hasNextPage,
          loadingMore: query.isFetchingNextPage,
          onMore: () => void query.fetchNextPage(),
        }}
        toolbar={
          <FilterBar filters={list.filters} values={list.values} onChange={list.setValues} />
        }
      />
    </>
  );
}

type Words = StaffListFacts['words'];

function PeopleCount({ list, words }: { list: StaffListState; words: Words }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const count = list.sums?.count;
  if (count !== undefined) {
    const counted = { count, figure: format.count(count) };
    return <>{t(list.isFiltered ? 'list.matching' : `list.${words}.count`, counted)}</>;
  }
  return list.query.isError ? null : <Skeleton width="16rem" height="1.25rem" />;
}

function Nobody({
  list,
  words,
  action,
}: {
  list: StaffListState;
  words: Words;
  action: ReactNode;
}) {
  const { t } = useTranslation('staff');
  if (list.isFiltered) {
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
      title={t(`list.${words}.empty`)}
      hint={t(`list.${words}.emptyHint`)}
      action={action}
    />
  );
}

function ListFailed({ query }: { query: StaffListState['query'] }) {
  const { t } = useTranslation('staff');
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

function statusOf({ status, isPlaceholderData, isFetching }: StaffListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
