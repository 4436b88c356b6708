import type { ChatMessage } from '@bursar/contracts/office/chats';
import { describe, expect, it } from 'vitest';
import { layOutMessages, withChanges, withEarlier, type ThreadState } from './thread-state.ts';

const message = (number: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id ${number}`,
  number,
  author: { id: 'amira', name: 'Amira' },
  sentAt: `2026-06-15T09:00:${String(number).padStart(2, '0')}Z`,
  editedAt: null,
  isRemoved: false,
  text: `Text ${number}`,
  event: null,
  file: null,
  ...changes,
});
const numbers = ({ messages }: ThreadState) => messages.map(({ number }) => number);

describe('the cached part of a conversation', () => {
  const known: ThreadState = { messages: [message(5), message(6)], hasEarlier: true, revision: 6 };

  it('adds new and changed messages, each once and in its position', () => {
    const next = withChanges(known, {
      messages: [message(5, { text: 'Put right' }), message(7)],
      revision: 8,
    });
    expect(numbers(next)).toEqual([5, 6, 7]);
    expect(next.messages[0]?.text).toBe('Put right');
    expect(next.revision).toBe(8);
  });

  it('leaves out changes before its first message while there are earlier ones', () => {
    const changes = { messages: [message(2)], revision: 9 };
    expect(numbers(withChanges(known, changes))).toEqual([5, 6]);
    expect(numbers(withChanges({ ...known, hasEarlier: false }, changes))).toEqual([2, 5, 6]);
  });

  it('loads earlier messages without asking again for missed changes', () => {
    const page = { messages: [message(3), message(4)], hasMore: false, revision: 11 };
    const grown = withEarlier(known, page);
    expect(numbers(grown)).toEqual([3, 4, 5, 6]);
    expect(grown).toMatchObject({ hasEarlier: false, revision: 6 });
  });
});

describe('consecutive messages', () => {
  const lay = (messages: readonly ChatMessage[], readNumber = 99) =>
    layOutMessages(messages, {
      dayOf: (instant) => instant.slice(0, 10),
      readNumber,
      readerId: 'omar',
    });

  it('share one name if their author continues within five minutes of the same day', () => {
    const later = message(3, { sentAt: '2026-06-15T09:20:00Z' });
    const other = message(4, { sentAt: '2026-06-15T09:20:01Z', author: { id: 'o', name: 'O' } });
    const shown = lay([message(1), message(2), later, other]);
    expect(shown.map(({ goesOn }) => goesOn)).toEqual([false, true, false, false]);
  });

  it('start each day with its line, and mark the first unread message of others', () => {
    const own = message(2, { author: { id: 'omar', name: 'Omar' } });
    const nextDay = message(3, { sentAt: '2026-06-16T00:00:01Z' });
    const shown = lay([message(1), own, nextDay], 1);
    expect(shown.map(({ day }) => day)).toEqual(['2026-06-15', null, '2026-06-16']);
    expect(shown.map(({ isFirstNew }) => isFirstNew)).toEqual([false, false, true]);
  });
});
