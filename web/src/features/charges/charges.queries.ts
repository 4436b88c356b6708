import type { AddCharge, ListCharges, UndoWaiver, WaiveCharge } from '@bursar/contracts/charges';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type Charges = AnswerOf<ListCharges>;
export type Charge = Charges['charges'][number];
export type Waiver = Charge['waivers'][number];
export type NewCharge = InputOf<AddCharge>['body'];
export type ChargeAnswer = AnswerOf<AddCharge>;

export function chargesQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'charges'],
    queryFn: ({ signal }) =>
      callApi<ListCharges>('GET /api/loans/:loanId/charges', { params: { loanId }, signal }),
  });
}

export function useAddCharge(loanId: string) {
  const moved = useChargesMoved();
  return useMutation({
    mutationFn: (body: NewCharge) =>
      callApi<AddCharge>('POST /api/loans/:loanId/charges', { params: { loanId }, body }),
    onSettled: (_, failure) => moved(failure),
  });
}

export function useWaiveCharge(loanId: string, chargeId: string) {
  const moved = useChargesMoved();
  return useMutation({
    mutationFn: (body: InputOf<WaiveCharge>['body']) =>
      callApi<WaiveCharge>('POST /api/loans/:loanId/charges/:chargeId/waiver', {
        params: { loanId, chargeId },
        body,
      }),
    onSettled: (_, failure) => moved(failure),
  });
}

export function useUndoWaiver(params: InputOf<UndoWaiver>['params']) {
  const moved = useChargesMoved();
  return useMutation({
    mutationFn: (body: InputOf<UndoWaiver>['body']) =>
      callApi<UndoWaiver>('POST /api/loans/:loanId/charges/:chargeId/waivers/:waiverId/undo', {
        params,
        body,
      }),
    onSettled: (_, failure) => moved(failure),
  });
}

/** With a charge the loan, every list and figure that counts what it owes, and the requests have moved. */
function useChargesMoved() {
  const queryClient = useQueryClient();
  return (failure: Error | null): void => {
    // Where no answer came nothing is known to have moved, and the same is sent again.
    if (failure instanceof ApiFailure && failure.status === 0) return;
    for (const queryKey of [
      queryRoots.loans,
      queryRoots.dashboard,
      queryRoots.work,
      queryRoots.approvals,
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
