import type { MailRow } from '@bursar/contracts/mails';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import classes from './Mail.module.css';
import { mailColumns } from './mail-columns.tsx';
import { MailDrawer } from './MailDrawer.tsx';
import { useMailList } from './use-mail-list.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { MailState } from './MailState.tsx';

/** Every mail the product has sent, is sending or could not send. */
export function OutgoingMail() {
  const { t } = useTranslation('mails');
  const format = useFormat();
  const list = useMailList();
  const { query, latest } = list;
  const columns = useMemo(() => mailColumns(t), [t]);
  const title = t('title');
  const counted = latest && t('count', { count: latest.count, figure: format.count(latest.count) });
  const words = latest?.isDelivered === false ? `${counted} ${t('notDelivered')}` : counted;
  return (
    <>
      <PageHeader
        title={title}
        description={
          latest || query.isError ? (
            words
          ) : (
            <span className={classes.countToCome}>
              <Skeleton width="16rem" height="1lh" />
            </span>
          )
        }
      />
      <ListTable<MailRow>
        address={list.address}
        load={pagedLoadOf(query)}
        label={t('outgoing')}
        columns={columns}
        rows={list.rows}
        rowId={(mail) => mail.id}
        rowName={(mail) => `${mail.to}, ${mail.subject}`}
        onRowOpen={(mail) => list.open(mail.id)}
        card={(mail) => <MailCard mail={mail} />}
        none={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
        noMatch={t('noMatch')}
        matchCount={latest?.count}
      />
      <MailDrawer mailId={list.openId} onClose={() => list.open(null)} />
    </>
  );
}

/** A mail in the list on a phone. */
function MailCard({ mail }: { mail: MailRow }) {
  return (
    <span className={classes.card}>
      {/* Each in a line of its own, which stands where the page is read from. */}
      <span className={classes.to}>
        <bdi>{mail.to}</bdi>
      </span>
      <span>
        <bdi>{mail.subject}</bdi>
      </span>
      <span className={classes.facts}>
        <MailState state={mail.state} />
        <InstantText at={mail.createdAt} style="ago" />
      </span>
      {mail.failure !== null && (
        <span className={classes.failure}>
          <bdi dir="ltr">{mail.failure}</bdi>
        </span>
      )}
    </span>
  );
}
