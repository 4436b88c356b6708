import type {
  AddCharge,
  ListCharges,
  UndoWaiver,
  WaiveCharge,
} from '@bursar/contracts/servicing/charges';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useRefetchAfterPosting } from '../loan-account/use-refetch-after-posting.ts';

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
  const refetchAfterCharge = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: NewCharge) =>
      callApi<AddCharge>('POST /api/loans/:loanId/charges', { params: { loanId }, body }),
    onSettled: (_, failure) => refetchAfterCharge(failure),
  });
}

export function useWaiveCharge(loanId: string, chargeId: string) {
  const refetchAfterCharge = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<WaiveCharge>['body']) =>
      callApi<WaiveCharge>('POST /api/loans/:loanId/charges/:chargeId/waiver', {
        params: { loanId, chargeId },
        body,
      }),
    onSettled: (_, failure) => refetchAfterCharge(failure),
  });
}

export function useUndoWaiver(params: InputOf<UndoWaiver>['params']) {
  const refetchAfterCharge = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<UndoWaiver>['body']) =>
      callApi<UndoWaiver>('POST /api/loans/:loanId/charges/:chargeId/waivers/:waiverId/undo', {
        params,
        body,
      }),
    onSettled: (_, failure) => refetchAfterCharge(failure),
  });
}
