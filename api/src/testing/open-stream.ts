import { expect } from 'vitest';
import type { App } from '../app.ts';
import type { TestClient } from './test-app.ts';

type Message = { readonly name: string; readonly id: string; readonly data: Received };
type Received = { event: string; subject: string; subjectId: string; loanId: string | null };

/** A reader of the stream of live updates. */
export type Follower = {
  readonly messages: readonly Message[];
  readonly received: (event: string) => Received[];
  /**
   * Resolves with the first change with this name, and of this loan if given. The change may have
   * arrived already.
   */
  readonly next: (event: string, loanId?: string) => Promise<Received>;
  readonly until: (isWanted: (message: Message) => boolean) => Promise<Message>;
  readonly lastId: () => string;
  readonly closed: Promise<void>;
  readonly close: () => void;
};

/** Acts as a browser's EventSource over a real connection. Resolves after the first message. */
export async function openStream(
  { server }: App,
  client: TestClient,
  after?: string,
): Promise<Follower> {
  const stopping = new AbortController();
  const cookie = Object.entries(client.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const response = await fetch(`${server.listeningOrigin}/api/changes`, {
    signal: stopping.signal,
    headers: { cookie, ...(after && { 'last-event-id': after }) },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return followBytes(response.body ?? [], () => stopping.abort());
}

/**
 * Opens the stream of an app that does not listen, and so runs no jobs and does not watch its
 * database. Resolves after the first message.
 */
export async function openStreamWithin({ server }: App, client: TestClient): Promise<Follower> {
  const response = await server.inject({
    url: '/api/changes',
    cookies: { ...client.cookies },
    payloadAsStream: true,
  });
  expect(response.statusCode).toBe(200);
  const stream = response.stream();
  return followBytes(stream, () => stream.destroy());
}

async function followBytes(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  close: () => void,
): Promise<Follower> {
  const messages: Message[] = [];
  let wake = () => undefined as void;
  const closed = read(bytes, (message) => {
    messages.push(message);
    wake();
  }).catch(() => undefined);
  const until = async (isWanted: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = messages.find(isWanted);
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until(({ name }) => name === 'beat' || name === 'refetch');
  return {
    messages,
    received: (event) => messages.map(({ data }) => data).filter((data) => data.event === event),
    next: async (event, loanId) =>
      (await until(({ data }) => data.event === event && (!loanId || data.loanId === loanId))).data,
    until,
    lastId: () => messages.at(-1)?.id ?? '',
    closed,
    close,
  };
}

async function read(
  stream: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  onMessage: (message: Message) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const name = field('event');
      if (name) onMessage({ name, id: field('id') ?? '', data: JSON.parse(field('data') ?? '{}') });
    }
  }
}
