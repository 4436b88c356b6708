import type { ListLoanParties } from '@bursar/contracts/records/loan-parties';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** The loan's parties other than its first borrower; ended ones come last. */
export function loanPartiesQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'parties'],
    queryFn: ({ signal }) =>
      callApi<ListLoanParties>('GET /api/loans/:loanId/parties', { params: { loanId }, signal }),
  });
}
