import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/**
 * Returns a function to call after a command that moves a loan's money. It refetches the loan, the
 * lists and figures that include it, the approval requests, and the `further` queries, unless the
 * command got no answer.
 */
export function useRefetchAfterPosting(...further: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return (failure: Error | null): void => {
    // Without an answer, the outcome is unknown; the request is sent again, and its answer causes
    // the refetch.
    if (failure instanceof ApiFailure && failure.status === 0) return;
    for (const queryKey of [...always, ...further]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

const always = [queryRoots.loans, queryRoots.dashboard, queryRoots.workQueue, queryRoots.approvals];
