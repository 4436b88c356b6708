import type { ReadLoanHolder } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { SendStaffMail } from '@bursar/contracts/office/staff-mail';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

type LoanHolder = AnswerOf<ReadLoanHolder>;

const loanHolderQuery = (loanId: string) =>
  queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'holder'],
    queryFn: ({ signal }) =>
      callApi<ReadLoanHolder>('GET /api/loans/:loanId/holder', { params: { loanId }, signal }),
    staleTime: 0,
  });

/**
 * Returns the loan's holder if the loan moved while a form on it is open or is no longer in the
 * user's scope; otherwise null.
 */
export function useMovedLoan(loanId: string, opened: boolean): LoanHolder | null {
  const { data, isFetching } = useQuery({ ...loanHolderQuery(loanId), enabled: opened });
  const [heldBy, setHeldBy] = useState<string | null>(null);
  // A cached answer may be older than the form.
  const isKnown = opened && data !== undefined && (heldBy !== null || !isFetching);
  if (!opened && heldBy !== null) setHeldBy(null);
  if (isKnown && heldBy === null) setHeldBy(holderIdOf(data));
  if (!isKnown) return null;
  const isMoved = heldBy !== null && heldBy !== holderIdOf(data);
  return isMoved || !data.isInScope ? data : null;
}

const holderIdOf = ({ agent, team }: LoanHolder) => agent?.id ?? team?.id ?? 'unassigned';

type HolderMessage = {
  /** The id of the message. Retries send the same id, so it is sent only once. */
  readonly id: string;
  readonly recipients: LoanHolder['recipients'];
  readonly subject: string;
  readonly lines: readonly string[];
};

/**
 * Returns a mutation that sends the entered values to the new holder as staff mail, because the
 * user can no longer work on the loan.
 */
export function useMailHolder() {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({ id, recipients, subject, lines }: HolderMessage) =>
      callApi<SendStaffMail>('POST /api/internal-mails/:internalMailId/send', {
        params: { internalMailId: id },
        body: {
          answersId: null,
          accountIds: recipients.map((person) => person.id),
          teamIds: [],
          subject,
          html: lines.map((line) => `<p>${withoutMarkup(line)}</p>`).join(''),
          attachmentIds: [],
        },
      }),
  });
}

const withoutMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
