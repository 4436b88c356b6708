import type { Change, liveUpdateMessages, Typing } from '@bursar/contracts/access/live-updates';

/**
 * Listens to the server's changes until the returned function is called. One tab of an account
 * holds the connection and forwards its messages, because browsers allow six connections per server
 * across all tabs. When that tab closes, the next one continues from the last position. A tab that
 * joins just after a change refetches, because it may have read its data before the change. Outside
 * secure contexts, browsers have no locks, so each tab opens its own connection.
 */
export function shareLine(
  accountId: string,
  onMessage: (message: LineMessage) => void,
): () => void {
  const name = `bursar-changes-${accountId}`;
  const stopping = new AbortController();
  const { signal } = stopping;
  const tabs = new BroadcastChannel(name);
  let position: string | undefined;
  let changedAt = 0;
  const note = (message: LineMessage) => {
    position = message.position ?? position;
    if (message.name === 'change') changedAt = Date.now();
    onMessage(message);
  };
  // A channel reaches only its own origin and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: LineMessage) => tabs.postMessage(message);
  const publish = (message: LineMessage) => {
    post(message);
    note(message);
  };
  // Every tab of this origin runs this code, so the message has this type.
  tabs.addEventListener('message', ({ data }: MessageEvent<LineMessage>) => {
    if (data.name === 'joined') {
      if (Date.now() - changedAt < RECENT_MS) post({ name: 'refetch' });
      // A refetch without a position is for a tab that has just joined and has no position either.
    } else if (data.name !== 'refetch' || data.position || !position) {
      note(data);
    }
  });
  const line = { publish, position: () => position, signal };
  if (isSecureContext) {
    // The request fails if this tab stops listening before it gets the lock.
    navigator.locks.request(name, { signal }, () => holdLine(line)).catch(() => undefined);
    post({ name: 'joined' });
  } else {
    void holdLine(line);
  }
  return () => {
    stopping.abort();
    tabs.close();
  };
}

type ServerMessage = (typeof liveUpdateMessages)[number];

/**
 * A message of the server, or a change of the connection itself. A tab that joins sends `joined`;
 * the others answer `refetch` if there was a change just before.
 */
export type LineMessage = {
  readonly name: ServerMessage | 'up' | 'down' | 'refused' | 'joined';
  /** The last received position. */
  readonly position?: string;
  readonly change?: Change;
  readonly typing?: Typing;
};

/**
 * Milliseconds for which a change counts as recent. The server replays the changes of the same
 * period to a new connection.
 */
const RECENT_MS = 20_000;

/** The server sends something every ten seconds: a connection that is silent this long is dead. */
const SILENCE_MS = 35_000;
const PAUSE_MS = 3_000;
const PAUSE_MAX_MS = 30_000;

type Line = {
  readonly publish: (message: LineMessage) => void;
  /** The position to continue from, if there was a message before. */
  readonly position: () => string | undefined;
  readonly signal: AbortSignal;
};

/** Keeps a connection open and reconnects each time it breaks, until the signal aborts. */
async function holdLine(line: Line): Promise<void> {
  let pauseMs = PAUSE_MS;
  while (!line.signal.aborted) {
    const wasUp = await followOnce(line);
    pauseMs = wasUp ? PAUSE_MS : Math.min(pauseMs * 2, PAUSE_MAX_MS);
    await pause(pauseMs, line.signal);
  }
}

/** Listens until the connection ends or goes silent; returns whether it was ever open. */
function followOnce({ publish, position, signal }: Line): Promise<boolean> {
  const after = position();
  const source = new EventSource(after ? `/api/changes?after=${after}` : '/api/changes');
  let wasUp = false;
  return new Promise((resolve) => {
    let silence = setTimeout(end, SILENCE_MS);
    function end(): void {
      clearTimeout(silence);
      source.close();
      signal.removeEventListener('abort', end);
      if (!signal.aborted) publish({ name: 'down' });
      resolve(wasUp);
    }
    function onMessage(event: MessageEvent<string>): void {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      publish(readMessage(event));
      if (event.type === 'ended') end();
    }
    for (const name of ['change', 'refetch', 'beat', 'ended', 'typing'] satisfies ServerMessage[]) {
      source.addEventListener(name, onMessage);
    }
    source.addEventListener('open', () => {
      wasUp = true;
      publish({ name: 'up' });
    });
    source.addEventListener('error', () => {
      // The browser reconnects by itself unless the server refused the connection.
      const isRefused = source.readyState === EventSource.CLOSED;
      publish({ name: isRefused ? 'refused' : 'down' });
      if (isRefused) end();
    });
    signal.addEventListener('abort', end);
  });
}

function readMessage({ type, lastEventId, data }: MessageEvent<string>): LineMessage {
  // Only the server's own messages arrive here, and each follows its contract.
  const message = { name: type as ServerMessage, position: lastEventId };
  if (type === 'typing') return { ...message, typing: JSON.parse(data) as Typing };
  return type === 'change' ? { ...message, change: JSON.parse(data) as Change } : message;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
