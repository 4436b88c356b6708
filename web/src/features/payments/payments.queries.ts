import type { InputOf } from '@bursar/contracts/endpoint';
import type { ListPayments, PostPayment } from '@bursar/contracts/payments';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type NewPayment = InputOf<PostPayment>['body'];

export function paymentsQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'payments'],
    queryFn: ({ signal }) =>
      callApi<ListPayments>('GET /api/loans/:loanId/payments', { params: { loanId }, signal }),
  });
}

/** Posts a payment; the loan, what its holder holds, and everyone’s income have moved with it. */
export function usePostPayment(loanId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payment: NewPayment) =>
      callApi<PostPayment>('POST /api/loans/:loanId/payments', {
        params: { loanId },
        body: payment,
      }),
    onSettled: (_, failure) => {
      // Where no answer came nothing is known to have moved, and the same payment is sent again.
      if (failure instanceof ApiFailure && failure.status === 0) return;
      for (const queryKey of [
        queryRoots.loans,
        queryRoots.assignmentTargets,
        queryRoots.income,
        queryRoots.dashboard,
        queryRoots.work,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
