import type { Change, liveUpdateMessages, Typing } from '@bursar/contracts/access/live-updates';

/**
 * Listens to the server's changes until the returned function is called. One tab of an account
 * holds the connection and forwards its messages, because browsers allow six connections per server
 * across all tabs. When that tab closes, the next one continues from the last position. A tab that
 * joins gets the latest changes again, because it may have read its data before they happened.
 */
export function shareLine(
  accountId: string,
  onMessage: (message: LineMessage) => void,
): () => void {
  const name = `bursar-changes-${accountId}`;
  const stopping = new AbortController();
  const { signal } = stopping;
  const tabs = new BroadcastChannel(name);
  // Not `uuidv7`: its code would load with that of the lists on every page.
  const tabId = isSecureContext ? crypto.randomUUID() : '';
  const latest = rememberChanges();
  let isHolder = false;
  let position: string | undefined;
  const note = (message: LineMessage) => {
    position = message.position ?? position;
    latest.note(message);
    onMessage(message);
  };
  // A channel reaches only its own origin and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: TabMessage) => tabs.postMessage(message);
  const publish = (message: LineMessage) => {
    post(message);
    note(message);
  };
  // Every tab of this origin runs this code, so the message has this type.
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('missed' in data) {
      if (data.joined === tabId) for (const message of data.missed) onMessage(message);
    } else if ('joined' in data) {
      if (isHolder) post({ ...data, missed: latest.read() });
    } else {
      note(data);
    }
  });
  const line = { publish, position: () => position, signal };
  if (isSecureContext) {
    const hold = () => {
      isHolder = true;
      return holdLine(line);
    };
    // The request fails if the page closes before it gets the lock.
    navigator.locks.request(name, { signal }, hold).catch(() => undefined);
    post({ joined: tabId });
  } else {
    void holdLine(line);
  }
  return () => {
    stopping.abort();
    tabs.close();
  };
}

type ServerMessage = (typeof liveUpdateMessages)[number];

/** A message of the server, or a change of the connection itself. */
export type LineMessage = {
  readonly name: ServerMessage | 'up' | 'down' | 'refused';
  /** The last received position. */
  readonly position?: string;
  readonly change?: Change;
  readonly typing?: Typing;
};

/** The id of a tab that joins, and with the holder's answer the changes from before it joined. */
type TabMessage =
  | LineMessage
  | { readonly joined: string }
  | { readonly joined: string; readonly missed: readonly LineMessage[] };

/** As far back as the server goes for a new connection. */
const LATEST_MS = 20_000;

function rememberChanges() {
  const latest: { readonly message: LineMessage; readonly at: number }[] = [];
  const forgetOlder = () => {
    const first = latest.findIndex(({ at }) => Date.now() - at < LATEST_MS);
    latest.splice(0, first < 0 ? latest.length : first);
  };
  return {
    note: (message: LineMessage) => {
      forgetOlder();
      const { name } = message;
      if (name === 'change' || name === 'refetch') latest.push({ message, at: Date.now() });
    },
    read: (): readonly LineMessage[] => {
      forgetOlder();
      return latest.map(({ message }) => message);
    },
  };
}

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
