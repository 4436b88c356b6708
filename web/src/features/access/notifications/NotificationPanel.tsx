import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bursar/contracts/roles';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Unbroken } from '../../../ui/format/Unbroken.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import classes from './NotificationPanel.module.css';
import {
  type NotificationKind,
  notificationsQuery,
  olderNotificationsQuery,
  useReadNotifications,
  type Notification,
  useMarkNotification,
} from './notifications.queries.ts';

const sayFailure = (cause: Error) => void notify.error(failureSentence(cause));

export type NotificationPanelProps = {
  kind: NotificationKind;
  textKey: 'notifications' | 'messages';
  /** Called when the reader follows a notification to its subject. */
  onLeave: () => void;
  /** Shown above the notifications. */
  children?: ReactNode;
};

/** The latest notifications of a kind, older ones on demand, and a button to mark all as read. */
export function NotificationPanel({ kind, textKey, onLeave, children }: NotificationPanelProps) {
  const { t } = useTranslation('notifications');
  const { data, isError } = useQuery(notificationsQuery);
  const read = useReadNotifications(sayFailure);
  const older = useOlderNotifications(kind, data?.older[kind] ?? null);
  const latest = data?.notifications.filter((notification) => notification.kind === kind) ?? [];
  const newest = latest[0];
  const hasUnread = (data?.unread[textKey] ?? 0) > 0;
  return (
    <>
      <Box flow="row" justify="between" wrap={false} line="below" className={classes.head}>
        <Text as="h2" size="body" weight="medium">
          {t(`${textKey}.label`)}
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
      {children}
      {children && (
        <Box as="h3" size="table" weight="medium" pad={[3, 4, 1]}>
          {t('aboutLoans')}
        </Box>
      )}
      {newest ? (
        <NotificationList notifications={[...latest, ...older.notifications]} onLeave={onLeave}>
          {older.show && (
            <>
              {older.failure && (
                <Text as="p" tone="late" role="alert">
                  {failureSentence(older.failure)}
                </Text>
              )}
              <Button kind="quiet" size="compact" busy={older.isFetching} onClick={older.show}>
                {t('older')}
              </Button>
            </>
          )}
        </NotificationList>
      ) : (
        <Box as="p" tone="muted" pad={[6, 4]} text="center">
          {t(isError ? 'unreachable' : `${textKey}.none`)}
        </Box>
      )}
    </>
  );
}

/**
 * Loads older notifications on request; `show` is undefined if there are no more. A page that could
 * not be loaded is requested again.
 */
function useOlderNotifications(kind: NotificationKind, from: string | null) {
  const [isWanted, setIsWanted] = useState(false);
  const query = useInfiniteQuery({
    ...olderNotificationsQuery(kind, from),
    enabled: isWanted && from !== null,
  });
  const showFirst = isWanted ? () => void query.refetch() : () => setIsWanted(true);
  const showNext = query.hasNextPage ? () => void query.fetchNextPage() : undefined;
  const isFirst = from !== null && query.data === undefined;
  return {
    notifications: query.data?.pages.flatMap((page) => page.notifications) ?? [],
    show: isFirst ? showFirst : showNext,
    isFetching: query.isFetching,
    failure: isFirst || query.isFetchNextPageError ? query.error : null,
  };
}

type NotificationListProps = {
  notifications: readonly Notification[];
  onLeave: () => void;
  /** Shown after the last notification. */
  children?: ReactNode;
};

/** Notifications, newest first, each with sender, event, message and age. */
function NotificationList({ notifications, onLeave, children }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const mark = useMarkNotification(sayFailure);
  return (
    // The list scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0}>
      <Box as="ul" line="between">
        {notifications.map((notification) => {
          const isRead = notification.readAt !== null;
          const isUnread = !isRead && !notification.isOver;
          const setRead = (next: boolean) =>
            mark.mutate({ noticeId: notification.id, isRead: next });
          return (
            <Row
              as="li"
              align="stretch"
              wrap={false}
              key={notification.id}
              className={classes.notification}
              data-unread={isUnread || undefined}
            >
              <Text
                as="span"
                tone="soft"
                size="table"
                className={classes.profile}
                aria-hidden="true"
              >
                {notification.profile?.charAt(0) ?? '·'}
              </Text>
              <Box grow>
                <NotificationEvent
                  notification={notification}
                  isUnread={isUnread}
                  onFollow={() => {
                    if (!isRead) setRead(true);
                    onLeave();
                  }}
                />
                {notification.message && (
                  <Box as="p" tone="soft" size="table" breaks>
                    {notification.message}
                  </Box>
                )}
                <Row as="p" gap={2} wrap={false} align="stretch" tone="muted" size="caption">
                  {notification.profile && <bdi>{notification.profile}</bdi>}
                  <InstantText at={notification.time} style="ago" />
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

type NotificationEventProps = {
  notification: Notification;
  isUnread: boolean;
  onFollow: () => void;
};

/** The event; a link to its subject if the user can open the subject's page. */
function NotificationEvent({ notification, isUnread, onFollow }: NotificationEventProps) {
  const text = <Unbroken>{useEventText(notification)}</Unbroken>;
  const role = useSession()?.role;
  const address = addressOf(notification.target, role);
  return (
    <Text {...(isUnread && { weight: 'medium' })} {...(notification.isOver && { tone: 'soft' })}>
      {address ? (
        <TextLink quiet to={address} onClick={onFollow}>
          {text}
        </TextLink>
      ) : (
        text
      )}
    </Text>
  );
}

function addressOf(target: Notification['target'], role: Role | undefined): string | null {
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
function useEventText(notification: Notification): string {
  const { t } = useTranslation(['notifications', 'approvals']);
  const format = useFormat();
  const { event, amountMinor, currency, request, isOver } = notification;
  const count = notification.count ?? 0;
  const values = {
    count,
    figure: format.count(count),
    amount: amountMinor !== null && currency !== null ? format.amount(amountMinor, currency) : '',
    request: request ? t(`approvals:kind.${request}`) : t('request'),
    subject: [notification.subject, notification.borrower].flatMap(shownName).join(' · '),
  };
  if (isOver && hasEnd(event)) return t(`over.${event}`, values);
  if (notification.subject !== null && hasName(event)) return t(`named.${event}`, values);
  return t(`event.${event}`, values);
}

/** Isolates a name from the direction of the sentence around it. */
const shownName = (name: string | null): readonly string[] =>
  name === null ? [] : [isolated(name)];

type NotificationEventName = Notification['event'];

const ending = [
  'loans-assigned',
  'assignment-message',
  'import-booked',
  'approval-wanted',
] as const;
const hasEnd = (event: NotificationEventName): event is (typeof ending)[number] =>
  ending.some((one) => one === event);

/**
 * Events whose text names the subject if it is a single one, and otherwise shows the number of
 * subjects.
 */
const named = ['loans-assigned', 'assignment-message'] as const;
const hasName = (event: NotificationEventName): event is (typeof named)[number] =>
  named.some((one) => one === event);
