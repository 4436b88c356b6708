import { setTimeout as wait } from 'node:timers/promises';

export type Follower = {
  /** Resolves at the next change on the stream. */
  readonly receivesAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Follows live updates as a browser does, and reopens a broken stream where it stopped. */
export function followChanges(
  address: string,
  headers: Readonly<Record<string, string>>,
): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastId = '';
  const listeners: (() => void)[] = [];

  async function follow(): Promise<void> {
    const response = await fetch(`${address}/api/changes`, {
      headers: { ...headers, ...(lastId !== '' && { 'last-event-id': lastId }) },
      signal,
    });
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const text = decoder.decode(bytes, { stream: true });
      lastId = /^id: (.+)$/m.exec(text)?.[1] ?? lastId;
      if (!text.includes('event: change')) continue;
      for (const listener of listeners.splice(0)) listener();
    }
  }

  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      await follow().catch(() => undefined);
      await wait(100);
    }
  }

  const followed = goOn();
  return {
    receivesAgain: () => new Promise((resolve) => listeners.push(resolve)),
    stop: async () => {
      stopping.abort();
      await followed;
    },
  };
}
