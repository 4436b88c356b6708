import { expect, it, onTestFinished, vi } from 'vitest';
import { emitTyping } from '../../../lib/typing-events.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { Typing } from './Typing.tsx';

const chatId = '0198-chat';

function type(name: string): void {
  emitTyping({ chatId, author: { id: `0198-${name}`, name } });
}

const shown = () => document.querySelector('[role=status]')?.textContent ?? '';

it('a person who stopped typing is no longer shown while another person types', async () => {
  await drawFeature(<Typing chatId={chatId} messages={[]} />, { texts: ['chats'] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);
  type('Ada');
  seconds(3);
  type('Omar');
  await vi.waitUntil(() => shown().includes('Omar'));
  expect(shown()).toContain('Ada');
  seconds(2);
  type('Omar');
  await vi.waitUntil(() => shown().includes('Omar'));
  seconds(2);
  await vi.waitUntil(() => !shown().includes('Ada'));
  expect(shown()).toContain('Omar');
  seconds(5);
  await vi.waitUntil(() => shown() === '');
});
