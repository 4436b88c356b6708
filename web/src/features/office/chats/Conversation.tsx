import type { Chat, ChatMessage } from '@bursar/contracts/office/chats';
import { IconArrowDown, IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button, IconButton, IconLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { RowsToCome } from '../../../ui/page/PageShape.tsx';
import { GroupDrawer } from './ChatDialogs.tsx';
import { threadQuery, useEarlier, useReadChat } from './chats.queries.ts';
import { Composer } from './Composer.tsx';
import { DayLine, MessageItem, NewLine, UnsentItem } from './MessageItem.tsx';
import { useOutbox, type Unsent } from './outbox.ts';
import { layOutMessages, partnerOf, titleOf, type ThreadState } from './thread-state.ts';
import { Typing } from './Typing.tsx';
import { useDayOf } from './use-day-of.ts';
import classes from './Chats.module.css';

type ConversationProps = {
  readonly chat: Chat;
  /** The number of a message to scroll to. */
  readonly sought: number | null;
  readonly backTo: string;
  readonly onLeft: () => void;
};

/** One conversation: its members, its messages and the composer. */
export function Conversation({ chat, sought, backTo, onLeft }: ConversationProps) {
  const readerId = useSession()?.id ?? '';
  const queryClient = useQueryClient();
  const query = useQuery(threadQuery(queryClient, chat.id));
  const outbox = useOutbox(chat.id);
  const [editing, setEditing] = useState<string | null>(null);
  const title = titleOf(chat, readerId);
  const lastOwn = query.data?.messages.findLast(
    ({ author, isRemoved, event, file }) => author.id === readerId && !isRemoved && !event && !file,
  );
  return (
    <Box as="section" shrinks className={classes.conversation} aria-label={title}>
      <Head chat={chat} readerId={readerId} backTo={backTo} onLeft={onLeft} />
      <Loaded
        load={loadOf(query)}
        waiting={
          <div className={classes.log}>
            <RowsToCome mark="face" rows={5} />
            <UnsentItems unsent={outbox.unsent} outbox={outbox} />
          </div>
        }
      >
        {(thread) => (
          <Log
            chat={chat}
            thread={thread}
            sought={sought}
            readerId={readerId}
            outbox={outbox}
            editing={editing}
            onEdit={setEditing}
          />
        )}
      </Loaded>
      <Typing chatId={chat.id} messages={query.data?.messages} />
      <Composer
        chatId={chat.id}
        title={title}
        onSend={outbox.send}
        onFile={outbox.share}
        onEditLast={() => lastOwn && setEditing(lastOwn.id)}
      />
    </Box>
  );
}

type HeadProps = Pick<ConversationProps, 'chat' | 'backTo' | 'onLeft'> & {
  readonly readerId: string;
};

function Head({ chat, readerId, backTo, onLeft }: HeadProps) {
  const { t } = useTranslation(['chats', 'app']);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const partner = partnerOf(chat, readerId);
  const isGroup = chat.name !== null;
  return (
    <Box
      flow="row"
      as="header"
      wrap={false}
      pad={[3, 4]}
      line="below"
      className={classes.head}
      role="presentation"
    >
      <IconLink
        to={backTo}
        className={classes.back}
        label={t('back')}
        icon={<IconArrowLeft size={18} stroke={1.5} className="mirrors" />}
      />
      <ChatFace chat={chat} readerId={readerId} />
      <Box grow className={classes.headWords}>
        <Text as="h2" size="body" weight="strong" clip dir="auto">
          {titleOf(chat, readerId)}
        </Text>
        <Text tone="muted" size="caption" clip>
          {isGroup &&
            t('members', { count: chat.members.length, figure: format.count(chat.members.length) })}
          {!isGroup && partner && t(partner.isActive ? `app:role.${partner.role}` : 'isSuspended')}
        </Text>
      </Box>
      {isGroup && (
        <>
          <Button
            size="compact"
            icon={<IconUsers size={16} stroke={1.5} />}
            onClick={() => setOpen(true)}
          >
            {t('group')}
          </Button>
          <GroupDrawer chat={chat} opened={isOpen} onClose={() => setOpen(false)} onLeft={onLeft} />
        </>
      )}
    </Box>
  );
}

/** The other member's avatar, or a group icon. */
export function ChatFace({ chat, readerId }: { chat: Chat; readerId: string }) {
  if (chat.name === null) return <Avatar name={partnerOf(chat, readerId)?.name ?? ''} />;
  return (
    <span className={classes.groupFace} aria-hidden="true">
      <IconUsers size={16} stroke={1.75} />
    </span>
  );
}

type LogProps = {
  readonly chat: Chat;
  readonly thread: ThreadState;
  readonly sought: number | null;
  readonly readerId: string;
  readonly outbox: ReturnType<typeof useOutbox>;
  readonly editing: string | null;
  readonly onEdit: (id: string | null) => void;
};

/** The messages, newest last; scrolling up loads earlier pages. */
function Log({ chat, thread, sought, readerId, outbox, editing, onEdit }: LogProps) {
  const { t } = useTranslation('chats');
  const dayOf = useDayOf();
  // The start of the new messages stays marked while the user reads them.
  const [readNumber] = useState(chat.unread > 0 ? chat.readNumber : Number.POSITIVE_INFINITY);
  const shown = layOutMessages(thread.messages, { dayOf, readNumber, readerId });
  const unsent = outbox.unsent.filter(({ id }) => thread.messages.every((one) => one.id !== id));
  const earlier = useEarlier(chat.id);
  const { scroller, isAtEnd, toEnd, onScroll } = useLog(thread, unsent.length);
  useReading(chat, thread, isAtEnd);
  const first = thread.messages[0];
  const askEarlier = () => {
    if (thread.hasEarlier && first && !earlier.isPending) earlier.mutate(first.number);
  };
  useSought(sought, {
    thread,
    scroller,
    isAsking: earlier.isPending || earlier.isError,
    askEarlier,
  });
  return (
    <div className={classes.logPlace}>
      <div
        ref={scroller}
        className={classes.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        role="log"
        // New messages are announced by `Announced` below; earlier pages contain no news.
        aria-live="off"
        aria-label={t('messages')}
        onScroll={() => {
          onScroll();
          if ((scroller.current?.scrollTop ?? 0) < 240 && !earlier.isError) askEarlier();
        }}
      >
        {thread.hasEarlier ? (
          <Row justify="center">
            <Button size="compact" kind="quiet" busy={earlier.isPending} onClick={askEarlier}>
              {t('earlier')}
            </Button>
          </Row>
        ) : (
          <Beginning chat={chat} readerId={readerId} />
        )}
        {earlier.error && (
          <Text tone="late" size="caption" role="alert">
            {failureSentence(earlier.error)}
          </Text>
        )}
        {shown.map(({ message, day, goesOn, isFirstNew }) => (
          <div
            key={message.id}
            data-number={message.number}
            data-sought={message.number === sought || undefined}
          >
            {day && <DayLine day={day} />}
            {isFirstNew && <NewLine />}
            <MessageItem
              chatId={chat.id}
              message={message}
              isOwn={message.author.id === readerId}
              goesOn={goesOn}
              isEditing={editing === message.id}
              onEdit={onEdit}
            />
          </div>
        ))}
        <UnsentItems unsent={unsent} outbox={outbox} />
      </div>
      <Announced messages={thread.messages} readerId={readerId} />
      {!isAtEnd && (
        <IconButton
          className={classes.toEnd}
          label={t('toEnd')}
          icon={<IconArrowDown size={18} stroke={1.5} />}
          onClick={toEnd}
        />
      )}
    </div>
  );
}

type UnsentItemsProps = {
  readonly unsent: readonly Unsent[];
  readonly outbox: ReturnType<typeof useOutbox>;
};

/** Shown even while the messages load, so that unsent text does not seem lost. */
function UnsentItems({ unsent, outbox }: UnsentItemsProps) {
  return unsent.map((one) => (
    <UnsentItem
      key={one.id}
      unsent={one}
      onRetry={() => outbox.retry(one)}
      onDiscard={() => outbox.discard(one)}
    />
  ));
}

function Beginning({ chat, readerId }: { chat: Chat; readerId: string }) {
  const { t } = useTranslation('chats');
  const key = chat.name === null ? 'beginning.two' : 'beginning.group';
  return (
    <Box as="p" tone="muted" size="table" pad={[2, 4, 4]} text="center">
      {t(key, { name: titleOf(chat, readerId) })}
    </Box>
  );
}

/** Within this distance of the end, new messages scroll into view. */
const NEAR_PX = 80;

/**
 * Keeps the log at its end if the user is there; otherwise keeps the position while earlier pages
 * load above.
 */
function useLog(thread: ThreadState, unsent: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ fromEnd: 0, isAtEnd: true, first: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const note = () => {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop;
    const near = fromEnd - element.clientHeight < NEAR_PX;
    place.current = { ...place.current, fromEnd, isAtEnd: near };
    setAtEnd(near);
  };
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  const first = thread.messages[0]?.number ?? 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { fromEnd, isAtEnd: wasAtEnd, first: before } = place.current;
    if (wasAtEnd) element.scrollTop = element.scrollHeight;
    else if (first < before) element.scrollTop = element.scrollHeight - fromEnd;
    place.current.first = first;
    note();
  }, [thread, first]);
  // The user's own messages are always scrolled into view.
  useLayoutEffect(() => {
    if (unsent > 0) toEnd();
  }, [unsent]);
  return { scroller, isAtEnd, toEnd, onScroll: note };
}

type Seeking = {
  readonly thread: ThreadState;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly isAsking: boolean;
  readonly askEarlier: () => void;
};

/** Loads earlier pages up to the message to show, and scrolls to it once. */
function useSought(
  sought: number | null,
  { thread, scroller, isAsking, askEarlier }: Seeking,
): void {
  const shown = useRef<number | null>(null);
  const ask = useRef(askEarlier);
  useLayoutEffect(() => {
    ask.current = askEarlier;
  });
  const first = thread.messages[0]?.number ?? 0;
  useLayoutEffect(() => {
    if (sought === null || shown.current === sought) return;
    if (sought < first && thread.hasEarlier) {
      if (!isAsking) ask.current();
      return;
    }
    shown.current = sought;
    scroller.current
      ?.querySelector(`[data-number="${String(sought)}"]`)
      ?.scrollIntoView({ block: 'center' });
  }, [sought, first, thread.hasEarlier, isAsking, scroller]);
}

/** Marks the conversation as read once its end is visible. */
function useReading(chat: Chat, thread: ThreadState, isAtEnd: boolean): void {
  const reading = useReadChat();
  const readUpTo = useRef(chat.readNumber);
  const last = thread.messages.at(-1)?.number ?? 0;
  const { mutate } = reading;
  useEffect(() => {
    const markRead = () => {
      if (document.hidden || !isAtEnd || last <= Math.max(readUpTo.current, chat.readNumber))
        return;
      readUpTo.current = last;
      mutate(
        { chatId: chat.id, number: last },
        // If marking fails, it is retried with the next message or when the user returns to the
        // page.
        { onError: () => (readUpTo.current = 0) },
      );
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [chat.id, chat.readNumber, last, isAtEnd, mutate]);
}

/** Announces new messages of others to screen readers. */
function Announced({ messages, readerId }: { messages: readonly ChatMessage[]; readerId: string }) {
  const { t } = useTranslation('chats');
  const [from] = useState(messages.at(-1)?.number ?? 0);
  const last = messages.at(-1);
  const isNews = last && last.number > from && last.author.id !== readerId && !last.event;
  return (
    <p className="unseen" aria-live="polite">
      {isNews && t('messageBy', { name: last.author.name, text: last.file?.name ?? last.text })}
    </p>
  );
}
