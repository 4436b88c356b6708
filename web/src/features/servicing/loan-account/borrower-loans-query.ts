import type { ListBorrowerLoans } from '@bursar/contracts/collections/work-queue';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** The other active loans of a loan's borrower, as far as the user can see them. */
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
