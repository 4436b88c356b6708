import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { isFailureShown } from '../../ui/page/ErrorState.tsx';

/** Milliseconds in which the failures of one page arrive together. */
const SETTLED_MS = 300;

/**
 * Reports reads of the open page that failed without an error block, such as the options of a
 * field. The message stays until they are loaded, and offers to load them again.
 */
export function useFailedReads(): void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('ui');
  useEffect(() => {
    const cache = queryClient.getQueryCache();
    const reported = new Set<string>();
    let toast: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const retry = (failed: readonly Query[]) => {
      toast = null;
      for (const query of failed) {
        reported.delete(query.queryHash);
        // A failure of the second attempt is reported again.
        query.fetch().catch(() => undefined);
      }
    };
    const report = () => {
      const failed = cache.findAll({ type: 'active', predicate: hasFailed });
      if (failed.length === 0 || isFailureShown()) {
        if (toast !== null) notify.dismiss(toast);
        toast = null;
        return;
      }
      const isKnown = failed.every(({ queryHash }) => reported.has(queryHash));
      if (isKnown) return;
      if (toast !== null) notify.dismiss(toast);
      for (const { queryHash } of failed) reported.add(queryHash);
      toast = notify.error(t('error.partNotLoaded'), {
        label: t('error.tryAgain'),
        run: () => retry(failed),
      });
    };
    const stop = cache.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(report, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient, t]);
}

/** Whether the server could not answer; other failures are refusals, or the connection's. */
function hasFailed({ state: { status, data, error } }: Query): boolean {
  const isServers = error instanceof ApiFailure && error.status >= 500;
  return status === 'error' && data === undefined && isServers;
}
