import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../lib/api-client.ts';
import { moneyRoots } from '../../../lib/query-roots.ts';

/**
 * Returns a function to call after a command that moves a loan's money. It refetches the loan, the
 * lists and figures that include it and the approval requests, unless the command got no answer.
 */
export function useRefetchAfterPosting() {
  const queryClient = useQueryClient();
  return (failure: Error | null): void => {
    // Without an answer, the outcome is unknown; the request is sent again, and its answer causes
    // the refetch.
    if (failure instanceof ApiFailure && failure.status === 0) return;
    for (const queryKey of moneyRoots) void queryClient.invalidateQueries({ queryKey });
  };
}
