import type { RoutePath } from '@bursar/contracts/routes';
import type { QueryClient } from '@tanstack/react-query';
import { askLoanList, loanListsByPath } from '../../features/servicing/loans/loan-lists.ts';
import { queryClientAhead } from '../../lib/query-client.ts';

/** Prefetches the first query of a page at its address without parameters. */
export async function askFirst(path: RoutePath, queryClient: QueryClient): Promise<void> {
  const facts = loanListsByPath[path];
  if (facts) await askLoanList(queryClient, facts);
}

/** Prefetches before the frame renders, into the cache that the frame will use. */
export async function askBeforeFrame(path: RoutePath): Promise<void> {
  const queryClient = queryClientAhead();
  if (queryClient) await askFirst(path, queryClient);
}
