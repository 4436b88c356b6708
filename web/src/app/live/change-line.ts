import type { Change, changeMessages } from '@bursar/contracts/changes';

type ServerMessage = (typeof changeMessages)[number];

/** What the server says, and what happens to the line itself. */
export type LineMessage = {
  readonly name: ServerMessage | 'up' | 'down' | 'refused';
  /** How far the line has heard. */
  readonly position?: string;
  readonly change?: Change;
};

/** The server says something every ten seconds: a line that is silent longer is dead. */
const SILENCE_MS = 35_000;
const PAUSE_MS = 3_000;
const PAUSE_MAX_MS = 30_000;

type Line = {
  readonly tell: (message: LineMessage) => void;
  /** Where to go on from, if anything was heard before. */
  readonly position: () => string | undefined;
  readonly signal: AbortSignal;
};

/** Keeps a line to the server, opening it anew as often as it breaks, until the signal says stop. */
export async function holdLine(line: Line): Promise<void> {
  let pauseMs = PAUSE_MS;
  while (!line.signal.aborted) {
    const wasUp = await followOnce(line);
    pauseMs = wasUp ? PAUSE_MS : Math.min(pauseMs * 2, PAUSE_MAX_MS);
    await pause(pauseMs, line.signal);
  }
}

/** Follows until the browser gives up, the line falls silent or the server ends it: was it ever up? */
function followOnce({ tell, position, signal }: Line): Promise<boolean> {
  const after = position();
  const source = new EventSource(after ? `/api/changes?after=${after}` : '/api/changes');
  let wasUp = false;
  return new Promise((resolve) => {
    let silence = setTimeout(end, SILENCE_MS);
    function end(): void {
      clearTimeout(silence);
      source.close();
      signal.removeEventListener('abort', end);
      if (!signal.aborted) tell({ name: 'down' });
      resolve(wasUp);
    }
    function hear(event: MessageEvent<string>): void {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      tell(readMessage(event));
      if (event.type === 'ended') end();
    }
    for (const name of ['change', 'refetch', 'beat', 'ended'] satisfies ServerMessage[]) {
      source.addEventListener(name, hear);
    }
    source.addEventListener('open', () => {
      wasUp = true;
      tell({ name: 'up' });
    });
    source.addEventListener('error', () => {
      // The browser tries again by itself, except where the server refused.
      const isRefused = source.readyState === EventSource.CLOSED;
      tell({ name: isRefused ? 'refused' : 'down' });
      if (isRefused) end();
    });
    signal.addEventListener('abort', end);
  });
}

function readMessage({ type, lastEventId, data }: MessageEvent<string>): LineMessage {
  // Only the server's own messages are listened to, and a change is sent by its contract.
  const message = { name: type as ServerMessage, position: lastEventId };
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
