import type { Chat, ChatMessage } from '@bursar/contracts/office/chats';

/** What of a conversation this browser knows: its messages from some point on, in their order. */
export type Said = {
  readonly messages: readonly ChatMessage[];
  readonly hasEarlier: boolean;
  /** What is asked for changes after. */
  readonly revision: number;
};

type Page = {
  readonly messages: readonly ChatMessage[];
  readonly hasMore: boolean;
  readonly revision: number;
};

export const begun = ({ messages, hasMore, revision }: Page): Said => ({
  messages,
  hasEarlier: hasMore,
  revision,
});

/** An earlier page of messages; later changes to them arrive as revisions. */
export const withEarlier = (now: Said, { messages, hasMore }: Page): Said => ({
  ...now,
  messages: ordered([...messages, ...now.messages]),
  hasEarlier: hasMore,
});

/** What came and what changed. What changed before the first that is known will be seen with its page. */
export function withChanges(now: Said, changes: Pick<Page, 'messages' | 'revision'>): Said {
  const first = now.hasEarlier ? (now.messages[0]?.number ?? 0) : 0;
  const told = changes.messages.filter(({ number }) => number >= first);
  return {
    ...now,
    messages: ordered([...now.messages, ...told]),
    revision: Math.max(now.revision, changes.revision),
  };
}

/** Each message once, in its latest revision. */
function ordered(messages: readonly ChatMessage[]): ChatMessage[] {
  const byNumber = new Map(messages.map((message) => [message.number, message]));
  return [...byNumber.values()].toSorted((one, other) => one.number - other.number);
}

/** One after another of the same author, within this time, stand under one name. */
const TOGETHER_MS = 5 * 60_000;

export type Shown = {
  readonly message: ChatMessage;
  /** The day that begins with it, where it is another than before. */
  readonly day: string | null;
  /** It goes on under the name above. */
  readonly goesOn: boolean;
  /** The first that was unread as the conversation was opened. */
  readonly isFirstNew: boolean;
};

type Reading = {
  readonly dayOf: (instant: string) => string;
  /** How far the reader had read. */
  readonly readNumber: number;
  readonly readerId: string;
};

/** How messages stand under each other: by day, by author, and where the new ones begin. */
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

/** Whom one talks with in a conversation of two. */
export const partnerOf = ({ members }: Chat, readerId: string) =>
  members.find(({ id }) => id !== readerId) ?? members[0];

export const titleOf = (chat: Chat, readerId: string): string =>
  chat.name ?? partnerOf(chat, readerId)?.name ?? '';
