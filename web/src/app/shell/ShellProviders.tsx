import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Role } from '@bursar/contracts/roles';
import { intlLocaleOf, useLanguage } from '../../lib/languages.ts';
import { paths } from '../../lib/paths.ts';
import { useFramesQueryClient } from '../../lib/query-client.ts';
import { onUnlock } from '../../lib/session-lock.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { FormatProvider } from '../../ui/format/FormatProvider.tsx';
import { menuPanel } from '../../ui/menu/Menu.tsx';
import { popoverPanel } from '../../ui/overlay/LazyPopover.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

/** What every framed page may count on: the cache of the server's answers, the formats. */
export function ShellProviders({ children }: { children: ReactNode }) {
  const queryClient = useFramesQueryClient();
  return (
    <QueryClientProvider client={queryClient}>
      <SessionFormat>{children}</SessionFormat>
    </QueryClientProvider>
  );
}

/** Writes every figure and day below in the reader's locale and their time zone. */
function SessionFormat({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  return (
    <FormatProvider
      locale={intlLocaleOf(language)}
      timeZone={session?.timeZone ?? session?.portfolio?.timeZone ?? 'UTC'}
      today={session?.portfolio?.businessDate}
    >
      {children}
    </FormatProvider>
  );
}

/** The page comes first; changes made until then are sent once the connection is open. */
const WAIT_MS = 1_000;

/** Shows on every framed page what others change, without a reload. */
export function LiveUpdates({ accountId }: { accountId: string }) {
  const queryClient = useQueryClient();
  // What was asked for while the session was locked was refused.
  useEffect(() => onUnlock(() => void queryClient.invalidateQueries()), [queryClient]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const timer = setTimeout(() => void start(), WAIT_MS);
    async function start(): Promise<void> {
      const live = await import('../live/live-updates.ts').catch(() => undefined);
      if (isLeft) return;
      if (live) stop = live.startLiveUpdates(queryClient, accountId);
      // If the code could not be fetched, it is tried again once there is a connection.
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

/** Wait for the page that opens and for what it fetches after its first paint. */
const IDLE_WAIT_MS = 1_000;

/** Fetches the list that its role works in and what its menus need, while the reader reads. */
export function usePrefetchWhileIdle(role: Role | undefined): void {
  useEffect(() => {
    if (!role || savesData()) return undefined;
    const list = role === 'admin' ? paths.users : paths.allLoans[role];
    let request: number | undefined;
    const timer = setTimeout(() => {
      // Safari has no requestIdleCallback: there the wait above is enough.
      const prefetch = () => {
        prefetchPage(list);
        void menuPanel.fetch();
        void popoverPanel.fetch();
      };
      if ('requestIdleCallback' in globalThis) request = requestIdleCallback(prefetch);
      else prefetch();
    }, IDLE_WAIT_MS);
    return () => {
      clearTimeout(timer);
      if (request !== undefined) cancelIdleCallback(request);
    };
  }, [role]);
}

/** Whether the reader has asked the browser to save data, where the browser tells. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
