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
 * Returns a function that refetches loans and, because they are cached together, the pages and
 * lists of borrowers, which show the roles of borrowers on loans.
 */
function usePartiesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryRoots.loans });
}
