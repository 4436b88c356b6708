import type { RoutePath } from '@bursar/contracts/routes';
import type { QueryClient } from '@tanstack/react-query';
import { askLoanList, loanListsByPath } from '../../features/servicing/loans/loan-lists.ts';
import { queryClientAhead } from '../../lib/query-client.ts';

/** Asks what a page will ask first at its address without a query, into the cache that it reads. */
export async function askFirst(path: RoutePath, queryClient: QueryClient): Promise<void> {
  const facts = loanListsByPath[path];
  if (facts) await askLoanList(queryClient, facts);
}

/** The same before there is a frame, into the cache that the frame will read. */
export async function askBeforeFrame(path: RoutePath): Promise<void> {
  const queryClient = queryClientAhead();
  if (queryClient) await askFirst(path, queryClient);
}
