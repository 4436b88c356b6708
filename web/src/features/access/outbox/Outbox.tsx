import { useTranslation } from 'react-i18next';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import type { OutboxRow } from '@bursar/contracts/access/outbox';
import { useMemo, type ReactNode } from 'react';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import classes from './Outbox.module.css';
import { MailState, outboxColumns } from './outbox-columns.tsx';
import { MailDrawer } from './MailDrawer.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { outboxStates } from '@bursar/contracts/choices';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Filter, FilterValues } from '../../../ui/filters/filter-values.ts';
import { defaultTableState, useListAddress } from '../../../ui/table/table-state.ts';
import { outboxQuery, type OutboxFilter } from './outbox.queries.ts';

/** Every email that Bursar has sent, is sending or could not send. */
export function Outbox({ boxes }: { boxes: ReactNode }) {
  const { t } = useTranslation('outbox');
  const format = useFormat();
  const list = useOutboxList();
  const { query, latest } = list;
  const columns = useMemo(() => outboxColumns(t), [t]);
  const title = t('title');
  const counted = latest && t('count', { count: latest.count, figure: format.count(latest.count) });
  const text = latest?.isDelivered === false ? `${counted} ${t('notDelivered')}` : counted;
  return (
    <>
      <PageHeader
        title={title}
        description={
          latest || query.isError ? (
            text
          ) : (
            <span className={classes.countToCome}>
              <Skeleton width="16rem" height="1lh" />
            </span>
          )
        }
      />
      <Box below={4}>{boxes}</Box>
      <ListTable<OutboxRow>
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

/** An email as a card, for narrow screens. */
function MailCard({ mail }: { mail: OutboxRow }) {
  return (
    <Stack as="span" gap={1}>
      {/* Recipient and subject have a line each, aligned to the page's reading direction. */}
      <Text as="span" weight="medium" clip>
        <bdi>{mail.to}</bdi>
      </Text>
      <span>
        <bdi>{mail.subject}</bdi>
      </span>
      <Row as="span" lines={1} gap={4} align="stretch" tone="muted" size="table">
        <MailState state={mail.state} />
        <InstantText at={mail.createdAt} style="ago" />
      </Row>
      {mail.failure !== null && (
        <Box as="span" tone="late" size="table" breaks>
          <bdi dir="ltr">{mail.failure}</bdi>
        </Box>
      )}
    </Stack>
  );
}

/** Keeps the list's filters and the open email in the address and loads the matching emails. */
function useOutboxList() {
  const { t } = useTranslation('outbox');
  const filters = useMemo<readonly Filter[]>(
    () => [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t('filter.searchHint') },
      {
        id: 'state',
        kind: 'choice',
        label: t('column.state'),
        options: outboxStates.map((value) => ({ value, label: t(`state.${value}`) })),
      },
    ],
    [t],
  );
  const address = useListAddress(filters, defaultTableState);
  const { search, setSearch } = address;
  const query = useInfiniteQuery(outboxQuery(outboxFilterOf(address.values)));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return {
    address,
    query,
    rows,
    latest: query.data?.pages.at(-1),
    openId: search.get('mail'),
    /** Opens an email next to the list; null closes it. */
    open: (mailId: string | null) => {
      const next = new URLSearchParams(search);
      if (mailId === null) next.delete('mail');
      else next.set('mail', mailId);
      setSearch(next, { preventScrollReset: true });
    },
  };
}

function outboxFilterOf(values: FilterValues): OutboxFilter {
  const { q, state: wanted } = values;
  const state = outboxStates.find((one) => one === wanted);
  return { ...(typeof q === 'string' && { q }), ...(state && { state }) };
}
