import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Role } from '@bursar/contracts/roles';
import { intlLocaleOf, useLanguage } from '../../lib/languages.ts';
import { paths } from '../../lib/paths.ts';
import { useFramesQueryClient } from '../../lib/query-client.ts';
import { onUnlock } from '../../lib/session-lock.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { clockDay } from '../../ui/format/clock-day.ts';
import { FormatProvider } from '../../ui/format/FormatProvider.tsx';
import { menuPanel } from '../../ui/menu/Menu.tsx';
import { popoverPanel } from '../../ui/overlay/LazyPopover.tsx';
import { prefetchPage } from '../prefetch-pages.ts';
import { untilLoaded } from '../until-loaded.ts';

/** The providers of every framed page: the query cache and the formats. */
export function ShellProviders({ children }: { children: ReactNode }) {
  const queryClient = useFramesQueryClient();
  return (
    <QueryClientProvider client={queryClient}>
      <SessionFormat>{children}</SessionFormat>
    </QueryClientProvider>
  );
}

/** Formats figures and days in the reader's locale and time zone. */
function SessionFormat({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  const timeZone = session?.timeZone ?? session?.portfolio?.timeZone ?? 'UTC';
  return (
    <FormatProvider
      locale={intlLocaleOf(language)}
      timeZone={timeZone}
      // Administrators have no portfolio, and so no business date.
      today={session && (session.portfolio?.businessDate ?? clockDay(timeZone))}
    >
      {children}
    </FormatProvider>
  );
}

/**
 * Milliseconds before the connection opens, so that the page loads first. The server then also
 * sends the changes of the last seconds.
 */
const WAIT_MS = 1_000;

/** Shows changes by others on every framed page without a reload. */
export function LiveUpdates({ accountId }: { accountId: string }) {
  const queryClient = useQueryClient();
  // Queries were refused while the session was locked.
  useEffect(() => onUnlock(() => void queryClient.invalidateQueries()), [queryClient]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const timer = setTimeout(() => void start(), WAIT_MS);
    async function start(): Promise<void> {
      const live = await untilLoaded(() => import('../live/live-updates.ts'));
      if (!isLeft) stop = live.startLiveUpdates(queryClient, accountId);
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queryClient, accountId]);
  return null;
}

/**
 * Calls `takeFocus`, a function outside components, when the focused element disappears. The code
 * loads with the first focus.
 */
export function useLostFocus(takeFocus: () => void): void {
  useEffect(() => {
    const load = () => import('../../ui/overlay/keep-focus.ts');
    const keep = () => void untilLoaded(load).then((it) => it.keepFocus(takeFocus));
    addEventListener('focusin', keep, { once: true });
    return () => removeEventListener('focusin', keep);
  }, [takeFocus]);
}

/** Gives the opening page time for its requests after the first paint. */
const IDLE_WAIT_MS = 1_000;

/** Prefetches the role's main list and the menu code while the browser is idle. */
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

/** Returns whether the reader asked the browser to save data; false if the browser does not say. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
