import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { EndLoanParty } from '@bursar/contracts/records/loan-parties';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockWorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import { endParty, findParty } from './loan-parties.store.ts';

type Command = { readonly loanId: string; readonly partyId: string; readonly reason: string };
type Ended = Outcome<AnswerOf<EndLoanParty>, FailureOf<EndLoanParty>>;

/**
 * Ends a party, whatever the loan's status. The row of the party remains, with the time and reason
 * of the end.
 */
export function endLoanParty(
  database: Database,
  { loanId, partyId, reason: typed }: Command,
  context: CommandContext,
): Promise<Ended> {
  const { session, now } = context;
  const { scope, account } = session;
  return database.begin(async (transaction): Promise<Ended> => {
    const loan = await lockWorkedLoan(transaction, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const party = await findParty(transaction, { portfolioId, id: partyId });
    if (party?.loanId !== loanId) return refuse('not_found');
    const reason = typed.trim();
    if (reason === '') return refuse('reason_missing', { field: 'reason' });
    if (party.endedBy !== null) {
      return party.endedBy === account.id && party.endedReason === reason
        ? succeed({ id: partyId, replayed: true })
        : refuse('party_already_ended');
    }
    const at = now.toISOString();
    await endParty(transaction, { portfolioId, id: partyId, by: account.id, at, reason });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'end-loan-party',
      subject: 'loan',
      subjectId: loanId,
      before: {
        partyId,
        borrower: party.name ?? party.externalId ?? '–',
        borrowerId: party.borrowerId,
        role: party.role,
      },
      after: { reason },
    });
    return succeed({ id: partyId, replayed: false });
  });
}
