import { holdLine, type LineMessage } from './change-line.ts';

/**
 * Follows the server's changes until the answer is called. However many tabs an account has open,
 * one holds the line and passes on what it hears: browsers allow a server six lines at once, all
 * tabs together. When that tab closes, the next takes the line from where it has heard.
 */
export function shareLine(accountId: string, hear: (message: LineMessage) => void): () => void {
  const name = `bursar-changes-${accountId}`;
  const stopping = new AbortController();
  const { signal } = stopping;
  const tabs = new BroadcastChannel(name);
  let position: string | undefined;
  const note = (message: LineMessage) => {
    position = message.position ?? position;
    hear(message);
  };
  const tell = (message: LineMessage) => {
    // A channel reaches its own origin alone and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(message);
    note(message);
  };
  // Tabs of one origin run one code: what the other posted is what this one would have.
  tabs.addEventListener('message', ({ data }: MessageEvent<LineMessage>) => note(data));
  const line = { tell, position: () => position, signal };
  if (isSecureContext) {
    // Waiting ends with an error where the page is left before its turn comes.
    navigator.locks.request(name, { signal }, () => holdLine(line)).catch(() => undefined);
  } else {
    void holdLine(line);
  }
  return () => {
    stopping.abort();
    tabs.close();
  };
}
