import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bursar/contracts/roles';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import classes from './NoticePanel.module.css';
import {
  type NoticeKind,
  noticesQuery,
  olderNoticesQuery,
  useReadNotices,
  type Notice,
  useMarkNotice,
} from './notices.queries.ts';

type NoticePanelProps = {
  kind: NoticeKind;
  words: 'notifications' | 'messages';
  /** Called when the reader follows a notification to its subject. */
  onLeave: () => void;
};

/** The latest notifications of a kind, older ones on demand, and a button to mark all as read. */
export function NoticePanel({ kind, words, onLeave }: NoticePanelProps) {
  const { t } = useTranslation('notices');
  const { data, isError } = useQuery(noticesQuery);
  const read = useReadNotices();
  const { olderNotices, showOlder, isFetching } = useOlderNotices(kind, data?.older[kind] ?? null);
  const latest = data?.notices.filter((notice) => notice.kind === kind) ?? [];
  const newest = latest[0];
  const hasUnread = (data?.unread[words] ?? 0) > 0;
  return (
    <>
      <Box flow="row" justify="between" wrap={false} line="below" className={classes.head}>
        <Text as="h2" size="body" weight="medium">
          {t(`${words}.label`)}
        </Text>
        {hasUnread && newest && (
          <Button
            kind="quiet"
            size="compact"
            busy={read.isPending}
            onClick={() => read.mutate({ kind, until: newest.time })}
          >
            {t('readAll')}
          </Button>
        )}
      </Box>
      {newest ? (
        <NoticeList notices={[...latest, ...olderNotices]} onLeave={onLeave}>
          {showOlder && (
            <Button kind="quiet" size="compact" busy={isFetching} onClick={showOlder}>
              {t('older')}
            </Button>
          )}
        </NoticeList>
      ) : (
        <Box as="p" tone="muted" pad={[6, 4]} text="center">
          {t(isError ? 'unreachable' : `${words}.none`)}
        </Box>
      )}
    </>
  );
}

/** Loads older notifications on request; `showOlder` is there while more of them exist. */
function useOlderNotices(kind: NoticeKind, from: string | null) {
  const [isWanted, setIsWanted] = useState(false);
  const query = useInfiniteQuery({
    ...olderNoticesQuery(kind, from),
    enabled: isWanted && from !== null,
  });
  const showFirst = from === null || isWanted ? undefined : () => setIsWanted(true);
  const showNext = query.hasNextPage ? () => void query.fetchNextPage() : undefined;
  return {
    olderNotices: query.data?.pages.flatMap((page) => page.notices) ?? [],
    showOlder: showFirst ?? showNext,
    isFetching: query.isFetching,
  };
}

type NoticeListProps = {
  notices: readonly Notice[];
  onLeave: () => void;
  /** Shown after the last notification. */
  children?: ReactNode;
};

/** Notifications, newest first, each with sender, event, message and age. */
function NoticeList({ notices, onLeave, children }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const mark = useMarkNotice();
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0}>
      <Box as="ul" line="between">
        {notices.map((notice) => {
          const isRead = notice.readAt !== null;
          const isUnread = !isRead && !notice.isOver;
          const setRead = (next: boolean) => mark.mutate({ noticeId: notice.id, isRead: next });
          return (
            <Row
              as="li"
              align="stretch"
              wrap={false}
              key={notice.id}
              className={classes.notice}
              data-unread={isUnread || undefined}
            >
              <Text
                as="span"
                tone="soft"
                size="table"
                className={classes.profile}
                aria-hidden="true"
              >
                {notice.profile?.charAt(0) ?? '·'}
              </Text>
              <Box grow>
                <NoticeEvent
                  notice={notice}
                  isUnread={isUnread}
                  onFollow={() => {
                    if (!isRead) setRead(true);
                    onLeave();
                  }}
                />
                {notice.message && (
                  <Box as="p" tone="soft" size="table" breaks>
                    {notice.message}
                  </Box>
                )}
                <Row as="p" gap={2} wrap={false} align="stretch" tone="muted" size="caption">
                  {notice.profile && <bdi>{notice.profile}</bdi>}
                  <InstantText at={notice.time} style="ago" />
                </Row>
              </Box>
              <IconButton
                size="compact"
                label={t(isRead ? 'markUnread' : 'markRead')}
                icon={<span className={classes.mark} />}
                onClick={() => setRead(!isRead)}
              />
            </Row>
          );
        })}
      </Box>
      {children && (
        <Box pad={[2, 4, 3]} line="above" text="center">
          {children}
        </Box>
      )}
    </div>
  );
}

type NoticeEventProps = { notice: Notice; isUnread: boolean; onFollow: () => void };

/** The event; a link to its subject if the user can open the subject's page. */
function NoticeEvent({ notice, isUnread, onFollow }: NoticeEventProps) {
  const words = useWords(notice);
  const role = useSession()?.role;
  const address = addressOf(notice.target, role);
  return (
    <Text {...(isUnread && { weight: 'medium' })} {...(notice.isOver && { tone: 'soft' })}>
      {address ? (
        <TextLink quiet to={address} onClick={onFollow}>
          {words}
        </TextLink>
      ) : (
        words
      )}
    </Text>
  );
}

function addressOf(target: Notice['target'], role: Role | undefined): string | null {
  switch (target?.kind) {
    case 'loan':
      return paths.loanDetails(target.id);
    case 'import':
      return paths.tapeImport(target.id);
    case 'approval':
      return paths.approval(target.id);
    case 'batch':
      return role && role !== 'admin' ? paths.loansOfBatch(role, target.id) : null;
    case 'account':
      return paths.editUser(target.id);
    default:
      return null;
  }
}

/** Describes the event with its subject: a loan with its borrower, or a request's kind. */
function useWords(notice: Notice): string {
  const { t } = useTranslation(['notices', 'approvals']);
  const format = useFormat();
  const { event, amountMinor, currency, request, isOver } = notice;
  const count = notice.count ?? 0;
  const words = {
    count,
    figure: format.count(count),
    amount: amountMinor !== null && currency !== null ? format.amount(amountMinor, currency) : '',
    request: request ? t(`approvals:kind.${request}`) : t('request'),
    subject: [notice.subject, notice.borrower].flatMap(isolated).join(' · '),
  };
  if (isOver && hasEnd(event)) return t(`over.${event}`, words);
  if (notice.subject !== null && hasName(event)) return t(`named.${event}`, words);
  return t(`event.${event}`, words);
}

/** Isolates a name from the direction of the sentence around it. */
const isolated = (name: string | null): readonly string[] =>
  name === null ? [] : [`\u2068${name}\u2069`];

type NoticeEventName = Notice['event'];

const ending = [
  'loans-assigned',
  'assignment-message',
  'import-booked',
  'approval-wanted',
] as const;
const hasEnd = (event: NoticeEventName): event is (typeof ending)[number] =>
  ending.some((one) => one === event);

/** Events about a single subject name it; with several subjects they show the number. */
const named = ['loans-assigned', 'assignment-message'] as const;
const hasName = (event: NoticeEventName): event is (typeof named)[number] =>
  named.some((one) => one === event);
