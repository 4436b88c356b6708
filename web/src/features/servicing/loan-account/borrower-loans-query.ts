import type { ListBorrowerLoans } from '@bursar/contracts/collections/work-queue';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/**
 * Up to 50 other active loans of a loan's borrower in the user's scope, and the number of all of
 * them.
 */
export function borrowerLoansQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'borrower-loans'],
    queryFn: ({ signal }) =>
      callApi<ListBorrowerLoans>('GET /api/loans/:loanId/borrower-loans', {
        params: { loanId },
        signal,
      }),
  });
}
