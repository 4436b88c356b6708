import type { RoutePath } from '@bursar/contracts/routes';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchLoanList, loanListsByPath } from '../../features/servicing/loans/loan-lists.ts';
import { queryClientAhead } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session-query.ts';

/** Prefetches a loan list as its address without parameters shows it; ignores other pages. */
export async function prefetchFirstQuery(path: RoutePath, queryClient: QueryClient): Promise<void> {
  const config = loanListsByPath[path];
  if (config) await prefetchLoanList(queryClient, config);
}

/**
 * Prefetches the session and the first query of a page before the frame renders, into the cache
 * that the frame will use.
 */
export async function prefetchBeforeFrame(path: RoutePath): Promise<void> {
  const queryClient = queryClientAhead();
  if (!queryClient) return;
  // Without the session's time zone the frame would render twice.
  await Promise.all([
    queryClient.prefetchQuery(sessionQuery),
    prefetchFirstQuery(path, queryClient),
  ]);
}
