import type { InputOf } from '@bursar/contracts/endpoint';
import type { AddLoanParty, EndLoanParty } from '@bursar/contracts/records/loan-parties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export function useAddLoanParty(loanId: string) {
  const onSettled = usePartiesChanged();
  return useMutation({
    mutationFn: (body: InputOf<AddLoanParty>['body']) =>
      callApi<AddLoanParty>('POST /api/loans/:loanId/parties', { params: { loanId }, body }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useEndLoanParty(params: InputOf<EndLoanParty>['params']) {
  const onSettled = usePartiesChanged();
  return useMutation({
    mutationFn: (body: InputOf<EndLoanParty>['body']) =>
      callApi<EndLoanParty>('POST /api/loans/:loanId/parties/:partyId/end', { params, body }),
    ...resendUntilAnswered,
    onSettled,
  });
}

/**
 * Refetches loans together with the pages and lists of borrowers, which show their roles on other
 * loans.
 */
function usePartiesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryRoots.loans });
}
