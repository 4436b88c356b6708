import { expect, it, onTestFinished, vi } from 'vitest';
import { shareLine, type LineMessage } from './share-line.ts';

/** The server's connection; a test sends its messages. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Source[] = [];
  constructor() {
    super();
    Source.opened.push(this);
  }
  close(): void {
    this.dispatchEvent(new Event('closed'));
  }
}

function openTab(): LineMessage[] {
  const received: LineMessage[] = [];
  onTestFinished(shareLine('0198-user', (message) => received.push(message)));
  return received;
}

const namesOf = (received: readonly LineMessage[]) => received.map(({ name }) => name);

it('a tab that joins just after a change refetches, and the other tabs do not', async () => {
  vi.stubGlobal('EventSource', Source);
  onTestFinished(() => void vi.unstubAllGlobals());
  const first = openTab();
  await expect.poll(() => Source.opened.length).toBe(1);
  const data = JSON.stringify({
    event: 'post-payment',
    subject: 'loan',
    subjectId: 'l1',
    loanId: null,
  });
  Source.opened[0]?.dispatchEvent(new MessageEvent('change', { data, lastEventId: '7.1' }));
  await expect.poll(() => namesOf(first)).toEqual(['change']);
  const second = openTab();
  await expect.poll(() => namesOf(second), { timeout: 8_000 }).toEqual(['refetch']);
  Source.opened[0]?.dispatchEvent(new MessageEvent('beat', { lastEventId: '7.2' }));
  await expect.poll(() => namesOf(second)).toEqual(['refetch', 'beat']);
  const third = openTab();
  await expect.poll(() => namesOf(third), { timeout: 8_000 }).toEqual(['refetch']);
  expect([first, second].map(namesOf)).toEqual([
    ['change', 'beat'],
    ['refetch', 'beat'],
  ]);
  expect(Source.opened).toHaveLength(1);
});
