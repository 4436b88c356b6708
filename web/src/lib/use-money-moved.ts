import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { queryRoots } from './query-roots.ts';

/**
 * After a command that moves a loan's money: the loan, every list and figure that counts it, and the
 * requests are asked for again, and whatever else the command changes.
 */
export function useMoneyMoved(...further: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return (failure: Error | null): void => {
    // Where no answer came nothing is known to have moved, and the same is sent again.
    if (failure instanceof ApiFailure && failure.status === 0) return;
    for (const queryKey of [...always, ...further]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

const always = [queryRoots.loans, queryRoots.dashboard, queryRoots.work, queryRoots.approvals];
