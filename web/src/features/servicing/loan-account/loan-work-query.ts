import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** The loan's next action, its snooze, the agreed call and the next working day. */
export function loanWorkQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'work'],
    queryFn: ({ signal }) =>
      callApi<ReadLoanWork>('GET /api/loans/:loanId/work', { params: { loanId }, signal }),
  });
}
