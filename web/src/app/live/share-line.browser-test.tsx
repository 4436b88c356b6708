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

const changesOf = (received: readonly LineMessage[]) =>
  received.flatMap(({ change }) => (change ? [change.subjectId] : []));

it('a tab that joins gets the changes from just before, and the other tabs get them once', async () => {
  vi.stubGlobal('EventSource', Source);
  onTestFinished(() => void vi.unstubAllGlobals());
  const first = openTab();
  await expect.poll(() => Source.opened.length).toBe(1);
  const change = { event: 'post-payment', subject: 'loan', subjectId: '0198-loan', loanId: null };
  const data = JSON.stringify(change);
  Source.opened[0]?.dispatchEvent(new MessageEvent('change', { data, lastEventId: '7.1' }));
  await expect.poll(() => changesOf(first)).toEqual(['0198-loan']);
  const second = openTab();
  await expect.poll(() => changesOf(second), { timeout: 8_000 }).toEqual(['0198-loan']);
  expect(changesOf(first)).toEqual(['0198-loan']);
  expect(Source.opened).toHaveLength(1);
});
