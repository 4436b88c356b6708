import type { Chat, ChatMessage } from '@bursar/contracts/office/chats';

/** The cached part of a conversation: its messages from some point on, in order. */
export type ThreadState = {
  readonly messages: readonly ChatMessage[];
  readonly hasEarlier: boolean;
  /** Poll for changes after this revision. */
  readonly revision: number;
};

type Page = {
  readonly messages: readonly ChatMessage[];
  readonly hasMore: boolean;
  readonly revision: number;
};

export const initialThread = ({ messages, hasMore, revision }: Page): ThreadState => ({
  messages,
  hasEarlier: hasMore,
  revision,
});

/** Adds an earlier page of messages; later changes to them arrive as revisions. */
export const withEarlier = (now: ThreadState, { messages, hasMore }: Page): ThreadState => ({
  ...now,
  messages: ordered([...messages, ...now.messages]),
  hasEarlier: hasMore,
});

/**
 * Applies new and changed messages. Ignores messages before the first cached one, because they are
 * loaded with their page.
 */
export function withChanges(
  now: ThreadState,
  changes: Pick<Page, 'messages' | 'revision'>,
): ThreadState {
  const first = now.hasEarlier ? (now.messages[0]?.number ?? 0) : 0;
  const relevant = changes.messages.filter(({ number }) => number >= first);
  return {
    ...now,
    messages: ordered([...now.messages, ...relevant]),
    revision: Math.max(now.revision, changes.revision),
  };
}

/** Sorts messages by number; if a message occurs more than once, the last one counts. */
function ordered(messages: readonly ChatMessage[]): ChatMessage[] {
  const byNumber = new Map(messages.map((message) => [message.number, message]));
  return [...byNumber.values()].toSorted((one, other) => one.number - other.number);
}

/** Consecutive messages of an author within this time share one name. */
const TOGETHER_MS = 5 * 60_000;

export type Shown = {
  readonly message: ChatMessage;
  /** The day of this message; null if the previous message is of the same day. */
  readonly day: string | null;
  /** True if the message continues under the name above. */
  readonly goesOn: boolean;
  /** True for the first message that was unread when the conversation was opened. */
  readonly isFirstNew: boolean;
};

type Reading = {
  readonly dayOf: (instant: string) => string;
  /** The last message that the user had read. */
  readonly readNumber: number;
  readonly readerId: string;
};

/** Groups messages by day and author, and marks where the new ones start. */
export function layOutMessages(
  messages: readonly ChatMessage[],
  { dayOf, readNumber, readerId }: Reading,
): Shown[] {
  const firstNew = messages.find(
    ({ number, author }) => number > readNumber && author.id !== readerId,
  );
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const day = dayOf(message.sentAt);
    const isNewDay = !before || dayOf(before.sentAt) !== day;
    const isFirstNew = message === firstNew;
    const apart = before ? Date.parse(message.sentAt) - Date.parse(before.sentAt) : 0;
    const isSameAuthor = before?.author.id === message.author.id && !before.event;
    return {
      message,
      day: isNewDay ? day : null,
      goesOn: isSameAuthor && !message.event && !isNewDay && !isFirstNew && apart < TOGETHER_MS,
      isFirstNew,
    };
  });
}

/** Returns the other member of a conversation of two. */
export const partnerOf = ({ members }: Chat, readerId: string) =>
  members.find(({ id }) => id !== readerId) ?? members[0];

export const titleOf = (chat: Chat, readerId: string): string =>
  chat.name ?? partnerOf(chat, readerId)?.name ?? '';
