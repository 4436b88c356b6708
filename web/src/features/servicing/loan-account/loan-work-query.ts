import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/**
 * The planned work of a loan, with its promise, pinned note, cover, pauses and next working day.
 */
export function loanWorkQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'work'],
    queryFn: ({ signal }) =>
      callApi<ReadLoanWork>('GET /api/loans/:loanId/work', { params: { loanId }, signal }),
  });
}
