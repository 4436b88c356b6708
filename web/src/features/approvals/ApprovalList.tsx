import type { Approval } from '@bursar/contracts/approvals';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { useApprovalList } from './use-approval-list.ts';
import type { ApprovalListState } from './use-approval-list.ts';

type ApprovalListProps = {
  readonly state: 'waiting' | 'decided';
  readonly onOpen: (approvalId: string) => void;
};

/** Requests that the reader may decide or has made. */
export function ApprovalList({ state, onOpen }: ApprovalListProps) {
  const { t } = useTranslation('approvals');
  const list = useApprovalList(state);
  const { query } = list;
  const columns = useMemo(() => approvalColumns(t, state), [t, state]);
  return (
    <DataTable<Approval>
      label={t(`tab.${state}`)}
      columns={columns}
      rows={list.rows}
      rowId={(row) => row.id}
      rowName={(row) => `${t(`kind.${row.kind}`)} ${row.subject}`}
      onRowOpen={(row) => onOpen(row.id)}
      card={(row) => <ApprovalCard row={row} />}
      state={list.table}
      onStateChange={list.setTable}
      status={statusOf(query)}
      empty={<NoRequests list={list} state={state} />}
      error={<ListFailed query={query} />}
      paging={{
        kind: 'endless',
        hasMore: query.hasNextPage,
        loadingMore: query.isFetchingNextPage,
        onMore: () => void query.fetchNextPage(),
      }}
      toolbar={<FilterBar filters={list.filters} values={list.values} onChange={list.setValues} />}
    />
  );
}

function NoRequests({
  list,
  state,
}: {
  list: ApprovalListState;
  state: ApprovalListProps['state'];
}) {
  const { t } = useTranslation('approvals');
  if (!list.isFiltered) {
    return <EmptyState title={t(`none.${state}`)} hint={t(`noneHint.${state}`)} />;
  }
  return (
    <EmptyState
      title={t('noMatch')}
      hint={t('noMatchHint')}
      action={<Button onClick={() => list.setValues({})}>{t('clearFilters')}</Button>}
    />
  );
}

function ListFailed({ query }: { query: ApprovalListState['query'] }) {
  const { error } = query;
  return (
    <ErrorState
      title={failureSentence(error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      requestId={error instanceof ApiFailure ? error.requestId : undefined}
    />
  );
}

function statusOf({ status, isPlaceholderData, isFetching }: ApprovalListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
