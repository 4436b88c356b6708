import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chatsQuery } from '../../features/office/chats/chats.queries.ts';
import { titleOf } from '../../features/office/chats/thread-state.ts';
import { mailListQuery } from '../../features/office/staff-mail/staff-mail.queries.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { ListRow } from '../../ui/list/ListRow.tsx';
import { CountMark } from '../../ui/status/CountMark.tsx';
import { useMenuCounts } from './use-menu-counts.ts';

const SHOWN_MAX = 3;

/** The latest conversations of the mailbox and of the chat, each linked to its page. */
export function LatestConversations({ onLeave }: { onLeave: () => void }) {
  const counts = useMenuCounts();
  const { t } = useTranslation('app');
  const readerId = useSession()?.id ?? '';
  const mails = useInfiniteQuery(mailListQuery({ folder: 'inbox' })).data?.pages[0]?.rows ?? [];
  const chats = useQuery(chatsQuery).data?.chats ?? [];
  return (
    <>
      <Group
        title={t('title.appsMailbox')}
        to={paths.mailbox}
        unread={counts['/apps/mailbox'] ?? 0}
        onLeave={onLeave}
        conversations={mails.slice(0, SHOWN_MAX).map((mail) => ({
          id: mail.id,
          to: paths.mailThread(mail.threadId),
          name: mail.from.at(-1)?.name ?? '',
          text: mail.subject || mail.preview,
          at: mail.at,
          isUnread: mail.isUnread,
        }))}
      />
      <Group
        title={t('title.appsChat')}
        to={paths.chats(undefined)}
        unread={counts['/apps/chat'] ?? 0}
        onLeave={onLeave}
        conversations={chats.slice(0, SHOWN_MAX).map((chat) => ({
          id: chat.id,
          to: paths.chat(chat.id),
          name: titleOf(chat, readerId),
          text: chat.lastMessage?.text ?? '',
          at: chat.lastAt,
          isUnread: chat.unread > 0,
        }))}
      />
    </>
  );
}

type Conversation = {
  readonly id: string;
  readonly to: string;
  readonly name: string;
  readonly text: string;
  readonly at: string;
  readonly isUnread: boolean;
};

type GroupProps = {
  title: string;
  to: string;
  unread: number;
  conversations: readonly Conversation[];
  onLeave: () => void;
};

function Group({ title, to, unread, conversations, onLeave }: GroupProps) {
  const { t } = useTranslation('app');
  return (
    <Box as="section" pad={[1, 2]} line="below" aria-label={title}>
      <ListRow as={Link} to={to} onClick={onLeave} size="table" weight="medium" height="compact">
        <Box as="span" grow>
          {title}
        </Box>
        <CountMark
          count={unread}
          describe={(figure) => t('menu.unread', { count: unread, figure })}
        />
      </ListRow>
      <Box as="ul">
        {conversations.map(({ id, to: address, name, text, at, isUnread }) => (
          <li key={id}>
            <ListRow
              as={Link}
              to={address}
              onClick={onLeave}
              size="table"
              {...(isUnread ? { weight: 'medium' } : { tone: 'soft' })}
            >
              <Box grow shrinks>
                <Row gap={2} wrap={false} justify="between">
                  <Box as="bdi" clip shrinks>
                    {name}
                  </Box>
                  <Box as="span" tone="muted" size="caption" weight="text" fixed>
                    <InstantText at={at} style="ago" />
                  </Box>
                </Row>
                <Box as="p" clip dir="auto" text="start" tone="muted" size="caption" weight="text">
                  {text}
                </Box>
              </Box>
            </ListRow>
          </li>
        ))}
      </Box>
    </Box>
  );
}
