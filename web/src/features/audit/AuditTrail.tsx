import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { auditColumns } from './audit-columns.tsx';
import { eventText } from './audit-words.ts';
import { useExportAudit } from './audit.queries.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import { AuditCard } from './AuditCard.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import classes from './AuditTrail.module.css';
import { useAuditList } from './use-audit-list.ts';
import type { AuditListState } from './use-audit-list.ts';
import { VerifyTrail } from './VerifyTrail.tsx';

/** Who changed what and when: filters, rows that open beside the list, export and verification. */
export function AuditTrail() {
  const { t } = useTranslation(['audit', 'app']);
  const list = useAuditList();
  const { query } = list;
  const save = useExportAudit(list.filter);
  const columns = useMemo(() => auditColumns(t), [t]);
  return (
    <>
      <div className={classes.head}>
        <p className={classes.purpose}>{t('purpose')}</p>
        <VerifyTrail>
          <Button
            icon={<IconDownload size={18} stroke={1.5} />}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export')}
          </Button>
        </VerifyTrail>
      </div>
      <DataTable<AuditEvent>
        label={t('title')}
        columns={columns}
        rows={list.rows}
        rowId={(row) => row.id}
        rowName={(row) => eventText(t, row.event)}
        onRowOpen={list.open}
        card={(row) => <AuditCard row={row} />}
        state={list.state}
        onStateChange={list.setState}
        status={statusOf(query)}
        empty={<NoEvents list={list} />}
        error={<TrailFailed query={query} />}
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
      <AuditDrawer event={list.opened} onClose={list.close} />
    </>
  );
}

function NoEvents({ list }: { list: AuditListState }) {
  const { t } = useTranslation('audit');
  if (!list.isFiltered) return <EmptyState title={t('empty')} />;
  return (
    <EmptyState
      title={t('noMatch')}
      hint={t('noMatchHint')}
      action={<Button onClick={() => list.setValues({})}>{t('clearFilters')}</Button>}
    />
  );
}

function TrailFailed({ query }: { query: AuditListState['query'] }) {
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

function statusOf({ status, isPlaceholderData, isFetching }: AuditListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
