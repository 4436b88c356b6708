import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { isFailureShown } from '../../ui/page/ErrorState.tsx';

/** Milliseconds to wait, so that all failures of one page are reported in one message. */
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
    /**
     * The reads in the message. If the reader closes the message, it returns only when other reads
     * fail.
     */
    let reported = '';
    let toast: number | null = null;
    const report = () => {
      const active = cache.findAll({ type: 'active', predicate: hasFailed });
      const failed = isFailureShown() ? [] : active;
      const hashes = failed.map(({ queryHash }) => queryHash).join();
      if (hashes === reported) return;
      reported = hashes;
      if (toast !== null) notify.dismiss(toast);
      toast =
        failed.length === 0
          ? null
          : notify.error(t('error.partNotLoaded'), {
              label: t('error.tryAgain'),
              run: () => {
                // Without this, a second failure of the same reads would not be reported.
                reported = '';
                for (const query of failed) query.fetch().catch(() => undefined);
              },
            });
    };
    // A read may have failed before this part was loaded, or before the language changed.
    let timer = setTimeout(report, SETTLED_MS);
    const stop = cache.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(report, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      if (toast !== null) notify.dismiss(toast);
    };
  }, [queryClient, t]);
}

/**
 * Returns whether a read has no data because the server could not answer. Refusals and a lost
 * connection do not count.
 */
function hasFailed({ state: { status, data, error } }: Query): boolean {
  const isServers = error instanceof ApiFailure && error.status >= 500;
  return status === 'error' && data === undefined && isServers;
}
