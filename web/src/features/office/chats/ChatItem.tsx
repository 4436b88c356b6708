import type { Chat } from '@bursar/contracts/office/chats';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { CountMark } from '../../../ui/status/CountMark.tsx';
import { ChatFace } from './Conversation.tsx';
import { titleOf } from './thread-state.ts';
import { useDayOf } from './use-day-of.ts';

/** Moves the focus between the rows of a list with the Up and Down keys. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [
    ...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('a, button') ?? []),
  ];
  const at = links.findIndex((link) => link === document.activeElement);
  event.preventDefault();
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

type ChatItemProps = {
  readonly chat: Chat;
  readonly isOpen: boolean;
  readonly readerId: string;
};

/** One conversation in the list, with its last message. */
export function ChatItem({ chat, isOpen, readerId }: ChatItemProps) {
  const { t } = useTranslation('chats');
  const { unread } = chat;
  return (
    <li>
      <ListRow
        as={Link}
        to={`?id=${chat.id}`}
        replace
        preventScrollReset
        onKeyDown={walk}
        aria-current={isOpen || undefined}
      >
        <ChatFace chat={chat} readerId={readerId} />
        <Box flow="stack" as="span" gap={0} grow>
          <Row as="span" gap={2} wrap={false} justify="between">
            <Text as="bdi" weight={unread > 0 ? 'strong' : 'medium'} clip>
              {titleOf(chat, readerId)}
            </Text>
            <SentAt at={chat.lastAt} />
          </Row>
          <Row as="span" gap={2} wrap={false} justify="between">
            <LastMessage chat={chat} readerId={readerId} />
            <CountMark
              count={unread}
              describe={(figure) => t('unread', { count: unread, figure })}
            />
          </Row>
        </Box>
      </ListRow>
    </li>
  );
}

/** The time of a message of today, the day of an older one. */
export function SentAt({ at }: { at: string }) {
  const format = useFormat();
  const dayOf = useDayOf();
  const isToday = dayOf(at) === dayOf(new Date().toISOString());
  return (
    <Box as="span" tone="muted" size="caption" fixed>
      <time dateTime={at}>
        {isToday ? format.instant(at, 'time') : format.day(dayOf(at), 'bare')}
      </time>
    </Box>
  );
}

function LastMessage({ chat, readerId }: { chat: Chat; readerId: string }) {
  const { t } = useTranslation('chats');
  const { lastMessage, unread } = chat;
  const textStyle = { size: 'caption', tone: unread > 0 ? 'ink' : 'muted' } as const;
  if (!lastMessage) {
    return (
      <Box as="span" {...textStyle} grow clip>
        {t('nothingSaid')}
      </Box>
    );
  }
  const { author, text, file, isRemoved, event } = lastMessage;
  const isOwn = author.id === readerId;
  const name = isOwn ? t('you') : chat.name !== null && author.name.split(' ')[0];
  const preview = isRemoved ? t('removed') : (file?.name ?? text);
  return (
    <Box flow="row" as="span" gap={1} wrap={false} grow>
      {!event && name && (
        <Box as="span" {...textStyle} fixed>
          {t('by', { name: isolated(name) })}
        </Box>
      )}
      {/* Separate from the name, so that a text in the other direction is cut at its own end. */}
      <Box as="span" {...textStyle} shrinks clip dir="auto">
        {event ? t(`event.short.${event.kind}`) : preview}
      </Box>
    </Box>
  );
}
