import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The page comes first; what happens until then is told once the line is there. */
const WAIT_MS = 1_000;

/** What others do shows by itself, on every framed page. */
export function LiveUpdates({ accountId }: { accountId: string }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const timer = setTimeout(() => void start(), WAIT_MS);
    async function start(): Promise<void> {
      const live = await import('../live/live-updates.ts').catch(() => undefined);
      if (isLeft) return;
      if (live) stop = live.startLiveUpdates(queryClient, accountId);
      // Lost on the way: once there is a connection again.
      else addEventListener('online', () => void start(), { once: true });
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queryClient, accountId]);
  return null;
}
