import { enquiryKinds } from '@bursar/contracts/choices';
import type { Enquiry } from '@bursar/contracts/access/enquiries';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import type { Filter, FilterValues } from '../../../ui/filters/filter-values.ts';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DrawerFoot } from '../../../ui/overlay/DrawerFoot.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { defaultTableState, useListAddress } from '../../../ui/table/table-state.ts';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import {
  useSettleEnquiry,
  enquiryListQuery,
  enquiryQuery,
  type EnquiryQuestion,
} from './enquiries.queries.ts';

/** Access requests, enquiries and subscriptions of visitors, for an administrator. */
export function EnquiryInbox({ boxes }: { boxes: ReactNode }) {
  const { t } = useTranslation('enquiries');
  const format = useFormat();
  const { address, query, rows, openId, open } = useEnquiryList();
  const latest = query.data?.pages.at(-1);
  const columns = useMemo(() => enquiryColumns(t), [t]);
  const waiting = latest && latest.waiting.account + latest.waiting.contact;
  return (
    <>
      <PageHeader
        title={t('inbox.title')}
        description={
          waiting === undefined ? (
            <Skeleton width="16rem" height="1lh" />
          ) : (
            t('inbox.count', { count: waiting, figure: format.count(waiting) })
          )
        }
      />
      <Box below={4}>{boxes}</Box>
      <ListTable<Enquiry>
        address={address}
        load={pagedLoadOf(query)}
        label={t('inbox.title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name, email }) => name || email}
        onRowOpen={({ id }) => open(id)}
        card={(message) => <EnquiryCard message={message} />}
        none={<EmptyState title={t('inbox.empty')} hint={t('inbox.emptyHint')} />}
        noMatch={t('inbox.noMatch')}
        matchCount={latest?.count}
      />
      <EnquiryDrawer messageId={openId} onClose={() => open(null)} />
    </>
  );
}

function enquiryColumns(t: TFunction<'enquiries'>): readonly Column<Enquiry>[] {
  return [
    {
      id: 'from',
      header: t('inbox.from'),
      cell: ({ name, email }) => <bdi>{name || email}</bdi>,
      main: true,
      width: 200,
    },
    {
      id: 'kind',
      header: t('inbox.kind'),
      cell: ({ kind }) => t(`${kind}.name`),
      width: 160,
      spare: 1,
    },
    {
      id: 'text',
      header: t('inbox.text'),
      cell: ({ text }) => <bdi>{text || '–'}</bdi>,
      width: 240,
      grow: 2,
    },
    {
      id: 'state',
      header: t('inbox.state'),
      cell: (message) => <EnquiryState message={message} />,
      width: 120,
      grow: 0,
    },
    {
      id: 'sentAt',
      header: t('inbox.sentAt'),
      cell: ({ sentAt }) => <InstantText at={sentAt} />,
      width: 148,
    },
  ];
}

function EnquiryState({ message: { settled } }: { message: Enquiry }) {
  const { t } = useTranslation('enquiries');
  const state = settled?.outcome ?? 'waiting';
  const tone = state === 'waiting' ? 'soon' : state === 'declined' ? 'done' : 'good';
  return <StatusBadge tone={tone}>{t(`state.${state}`)}</StatusBadge>;
}

function EnquiryCard({ message }: { message: Enquiry }) {
  const { t } = useTranslation('enquiries');
  return (
    <Stack gap={1}>
      <CellPair
        first={<bdi>{message.name || message.email}</bdi>}
        second={t(`${message.kind}.name`)}
      />
      <Row gap={4}>
        <EnquiryState message={message} />
        <Text tone="muted" size="table">
          <InstantText at={message.sentAt} style="ago" />
        </Text>
      </Row>
    </Stack>
  );
}

type EnquiryDrawerProps = { readonly messageId: string | null; readonly onClose: () => void };

function EnquiryDrawer({ messageId, onClose }: EnquiryDrawerProps) {
  const { t } = useTranslation('enquiries');
  const shownId = useLastShown(messageId);
  return (
    <SideDrawer opened={messageId !== null} onClose={onClose} title={t('inbox.one')}>
      {shownId !== null && <OpenMessage key={shownId} messageId={shownId} />}
    </SideDrawer>
  );
}

function OpenMessage({ messageId }: { messageId: string }) {
  const { data: message, failure } = loadOf(useQuery(enquiryQuery(messageId)));
  if (!message) return failure ? <ErrorState {...failure} /> : <SkeletonLines lines={6} />;
  return (
    <Stack as="section" gap={5}>
      <Stack gap={1}>
        <Text as="h2" size="lead" weight="medium">
          <bdi>{message.name || message.email}</bdi>
        </Text>
        <EmailText email={message.email} />
      </Stack>
      <Row gap={4}>
        <EnquiryState message={message} />
        <Text tone="muted" size="table">
          <InstantText at={message.sentAt} />
        </Text>
      </Row>
      {message.text !== '' && <WrittenText>{message.text}</WrittenText>}
      {message.settled ? <Settled settled={message.settled} /> : <Settling message={message} />}
    </Stack>
  );
}

function Settled({ settled }: { settled: NonNullable<Enquiry['settled']> }) {
  const { t } = useTranslation('enquiries');
  return (
    <Text tone="muted" size="table">
      {t('inbox.settledBy', { name: settled.by.name })} · <InstantText at={settled.at} />
    </Text>
  );
}

/**
 * The buttons to settle an enquiry: an access request is approved by an invitation or declined, and
 * other messages are marked as done.
 */
function Settling({ message }: { message: Enquiry }) {
  const { t } = useTranslation('enquiries');
  const isAccount = message.kind === 'account';
  const settling = useSettleEnquiry(message, {
    onSuccess: () => notify.success(t(isAccount ? 'inbox.declined' : 'inbox.settled')),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
  const handleMessage = () => settling.mutate(isAccount ? 'declined' : 'done');
  return (
    <DrawerFoot>
      <Button
        kind={isAccount ? 'secondary' : 'primary'}
        onClick={handleMessage}
        busy={settling.isPending}
      >
        {t(isAccount ? 'inbox.decline' : 'inbox.settle')}
      </Button>
      {isAccount && (
        <ButtonLink kind="primary" to={paths.inviteRequester(message.id)}>
          {t('inbox.invite')}
        </ButtonLink>
      )}
    </DrawerFoot>
  );
}

/** Keeps the list's filters and the open message in the address and loads the matching messages. */
function useEnquiryList() {
  const { t } = useTranslation('enquiries');
  const filters = useMemo<readonly Filter[]>(
    () => [
      { id: 'q', kind: 'search', label: t('inbox.search'), placeholder: t('inbox.searchHint') },
      {
        id: 'kind',
        kind: 'choice',
        label: t('inbox.kind'),
        options: enquiryKinds.map((value) => ({ value, label: t(`${value}.name`) })),
      },
      {
        id: 'state',
        kind: 'choice',
        label: t('inbox.state'),
        options: states.map((value) => ({ value, label: t(`state.${value}`) })),
      },
    ],
    [t],
  );
  const address = useListAddress(filters, defaultTableState);
  const { search, setSearch } = address;
  const query = useInfiniteQuery(enquiryListQuery(questionOf(address.values)));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return {
    address,
    query,
    rows,
    openId: search.get('message'),
    open: (messageId: string | null) => {
      const next = new URLSearchParams(search);
      if (messageId === null) next.delete('message');
      else next.set('message', messageId);
      setSearch(next, { preventScrollReset: true });
    },
  };
}

const states = ['waiting', 'settled'] as const;

function questionOf({ q, kind: ofKind, state: inState }: FilterValues): EnquiryQuestion {
  const kind = enquiryKinds.find((one) => one === ofKind);
  const state = states.find((one) => one === inState);
  return { ...(typeof q === 'string' && { q }), ...(kind && { kind }), ...(state && { state }) };
}
