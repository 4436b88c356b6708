import type { MailRow } from '@bursar/contracts/mails';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import classes from './Mail.module.css';
import { mailColumns } from './mail-columns.tsx';
import { MailCard } from './MailCard.tsx';
import { MailDrawer } from './MailDrawer.tsx';
import { useMailList } from './use-mail-list.ts';
import type { MailListState } from './use-mail-list.ts';

/** Every mail the product has sent, is sending or could not send. */
export function OutgoingMail() {
  const { t } = useTranslation('mails');
  const list = useMailList();
  const { query } = list;
  const columns = useMemo(() => mailColumns(t), [t]);
  const title = t('title');
  return (
    <>
      <PageHeader title={title} description={<MailCount list={list} />} />
      <DataTable<MailRow>
        label={t('outgoing')}
        columns={columns}
        rows={list.rows}
        rowId={(mail) => mail.id}
        rowName={(mail) => `${mail.to}, ${mail.subject}`}
        onRowOpen={(mail) => list.open(mail.id)}
        card={(mail) => <MailCard mail={mail} />}
        state={list.state}
        onStateChange={list.setState}
        status={statusOf(query)}
        empty={<NoMail list={list} />}
        error={
          <ErrorState
            title={failureSentence(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            requestId={query.error instanceof ApiFailure ? query.error.requestId : undefined}
          />
        }
        matchCount={list.latest?.count}
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
      <MailDrawer mailId={list.openId} onClose={() => list.open(null)} />
    </>
  );
}

function MailCount({ list: { latest, query } }: { list: MailListState }) {
  const { t } = useTranslation('mails');
  const format = useFormat();
  if (!latest) {
    return query.isError ? null : (
      <span className={classes.countToCome}>
        <Skeleton width="16rem" height="1lh" />
      </span>
    );
  }
  const { count, isDelivered } = latest;
  return (
    <>
      {t('count', { count, figure: format.count(count) })}
      {!isDelivered && ` ${t('notDelivered')}`}
    </>
  );
}

function NoMail({ list }: { list: MailListState }) {
  const { t } = useTranslation('mails');
  if (Object.keys(list.values).length > 0) {
    return (
      <EmptyState
        title={t('noMatch')}
        hint={t('noMatchHint')}
        action={<Button onClick={() => list.setValues({})}>{t('clearFilters')}</Button>}
      />
    );
  }
  return <EmptyState title={t('empty')} hint={t('emptyHint')} />;
}

function statusOf({ status, isPlaceholderData, isFetching }: MailListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
