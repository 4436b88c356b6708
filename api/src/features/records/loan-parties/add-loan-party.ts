import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { MAX_PARTIES, type AddLoanParty } from '@bursar/contracts/records/loan-parties';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { loanCan } from '../../servicing/loan-account/loan-can.ts';
import { lockWorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import {
  countCurrentParties,
  findSentParty,
  holdCandidate,
  insertParty,
  isOnLoan,
  type NewParty,
} from './loan-parties.store.ts';

type Command = InputOf<AddLoanParty>['body'] & { readonly loanId: string };
type Added = Outcome<AnswerOf<AddLoanParty>, FailureOf<AddLoanParty>>;

/** Adds a co-borrower or guarantor to a loan. The loan's holder can see them from then on. */
export function addLoanParty(
  database: Database,
  command: Command,
  context: CommandContext,
): Promise<Added> {
  // The lock covers one loan, so the same id may arrive for another loan at the same time.
  const conflicts = { loan_parties_pkey: refuse('id_reused_with_different_content') };
  return transactionOrConflict(database, conflicts, (transaction) =>
    add(transaction, command, context),
  );
}

async function add(
  transaction: Transaction,
  command: Command,
  context: CommandContext,
): Promise<Added> {
  const { session, now } = context;
  const { scope, account } = session;
  const loan = await lockWorkedLoan(transaction, { scope, loanId: command.loanId });
  if (!loan) return refuse('not_found');
  const party: NewParty = {
    ...command,
    note: command.note.trim(),
    portfolioId: loan.portfolioId,
    addedBy: account.id,
    addedAt: now.toISOString(),
  };
  const earlier = await findSentParty(transaction, party);
  if (earlier) {
    return earlier.isSame
      ? succeed({ id: party.id, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  if (!loanCan.takeParty(loan.status)) return refuse('loan_owes_nothing');
  const candidate = await holdCandidate(transaction, { ...party, scope });
  if (!candidate) return refuse('party_not_found', { field: 'borrowerId' });
  if (candidate.mergedInto) return refuse('borrower_merged_away', { field: 'borrowerId' });
  if (await isOnLoan(transaction, party)) {
    return refuse('borrower_is_on_loan', { field: 'borrowerId' });
  }
  if ((await countCurrentParties(transaction, party)) >= MAX_PARTIES) {
    return refuse('loan_has_too_many_parties', { details: { limit: MAX_PARTIES } });
  }
  await insertParty(transaction, party);
  await auditCommand(transaction, context, {
    portfolioId: party.portfolioId,
    event: 'add-loan-party',
    subject: 'loan',
    subjectId: party.loanId,
    after: {
      partyId: party.id,
      borrower: candidate.name ?? candidate.externalId ?? '–',
      borrowerId: party.borrowerId,
      role: party.role,
      note: party.note,
    },
  });
  return succeed({ id: party.id, replayed: false });
}
