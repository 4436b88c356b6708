import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { intlLocaleOf, useLanguage } from '../../lib/languages.ts';
import { useFramesQueryClient } from '../../lib/query-client.ts';
import { onUnlock } from '../../lib/session-lock.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { clockDay } from '../../ui/format/clock-day.ts';
import { FormatProvider } from '../../ui/format/FormatProvider.tsx';
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
 * Calls `takeFocus` when the focused element disappears. Pass a function that is defined outside
 * components: a new one on each render would restart the effect. The code loads when an element
 * first gets the focus.
 */
export function useLostFocus(takeFocus: () => void): void {
  useEffect(() => {
    const load = () => import('../../ui/overlay/keep-focus.ts');
    const keep = ({ target }: FocusEvent) =>
      void untilLoaded(load).then((it) => it.keepFocus(takeFocus, target));
    addEventListener('focusin', keep, { once: true });
    return () => removeEventListener('focusin', keep);
  }, [takeFocus]);
}
