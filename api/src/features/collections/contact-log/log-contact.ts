import type { InputOf } from '@bursar/contracts/endpoint';
import type { LogContact } from '@bursar/contracts/collections/contact-log';
import { outcomeRules } from '@bursar/contracts/collections/contact-outcomes';
import { allOrNothing } from '../../../platform/all-or-nothing.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../platform/database.ts';
import { refuse } from '../../../platform/outcome.ts';
import { partId } from '../../../platform/owned-id.ts';
import { lockLoansTogether } from '../../servicing/loan-account/lock-loan.ts';
import { countEntriesOfCall } from './contact-attempts.store.ts';
import { logContactWithin, type ContactCommand, type Logged } from './log-contact-within.ts';

type OtherLoan = NonNullable<InputOf<LogContact>['body']['otherLoans']>[number];
type PaymentOfOther = Omit<NonNullable<ContactCommand['payment']>, 'id'>;
type CallCommand = ContactCommand & {
  readonly otherLoans: readonly (Omit<OtherLoan, 'payment'> & {
    readonly payment?: PaymentOfOther | undefined;
  })[];
};

/**
 * Logs a contact on all loans that it was about, in one transaction: if a part of it is refused,
 * nothing is written.
 */
export async function logContact(
  database: Database,
  command: CallCommand,
  context: CommandContext,
): Promise<Logged> {
  const { otherLoans, ...contact } = command;
  try {
    return await allOrNothing(database, (transaction) =>
      otherLoans.length === 0
        ? logContactWithin(transaction, contact, context)
        : logCallWithin(transaction, command, context),
    );
  } catch (error) {
    // Another transaction has just used an id of this command.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/** Logs an entry on each loan, after all of the loans were locked in the order of their ids. */
async function logCallWithin(
  transaction: Transaction,
  command: CallCommand,
  context: CommandContext,
): Promise<Logged> {
  const { id, loanId, otherLoans } = command;
  const refusal = refuseCall(command);
  if (refusal) return refusal;
  const loanIds = [loanId, ...otherLoans.map((loan) => loan.loanId)];
  const { scope } = context.session;
  const locked = await lockLoansTogether(transaction, { scope, loanIds });
  const [first] = locked;
  if (!first || locked.length < loanIds.length) return refuse('not_found');
  if (locked.some(({ borrowerId }) => borrowerId !== first.borrowerId)) {
    return refuse('loans_of_different_borrowers', { field: 'otherLoans' });
  }
  const { portfolioId } = first;
  const entries = await countEntriesOfCall(transaction, { portfolioId, callId: id });
  if (entries > 0 && entries !== loanIds.length) {
    return refuse('id_reused_with_different_content');
  }
  const [own, ...others] = entriesOf(command);
  const logged = await logContactWithin(transaction, own, context);
  if (!logged.ok) return logged;
  for (const [at, entry] of others.entries()) {
    const other = await logContactWithin(transaction, entry, context);
    if (!other.ok) return refusedOn(other, { at, loanId: entry.loanId });
    if (other.value.replayed !== logged.value.replayed) {
      return refuse('id_reused_with_different_content');
    }
  }
  return logged;
}

/**
 * Refuses a call that names a party, that names a loan twice, or whose loans have different
 * outcomes. If the borrower was reached, loans that the result does not concern can have
 * `answered`.
 */
function refuseCall({ loanId, partyId, outcome, otherLoans }: CallCommand) {
  if (partyId !== undefined) return refuse('party_not_on_loan', { field: 'partyId' });
  const loanIds = new Set([loanId, ...otherLoans.map((loan) => loan.loanId)]);
  if (loanIds.size <= otherLoans.length) {
    return refuse('split_loan_twice', { field: 'otherLoans' });
  }
  const outcomes = new Set([outcome, ...otherLoans.map((loan) => loan.outcome)]);
  if (outcomes.size === 1) return null;
  const isAnswered = outcomes.delete('answered') && outcomes.size === 1;
  const isReached = [...outcomes].every((one) => outcomeRules[one].reaches);
  return isAnswered && isReached ? null : refuse('outcomes_contradict', { field: 'otherLoans' });
}

/**
 * Returns the entries of a call: first that of the loan on which the user logged it, then those of
 * the others.
 */
function entriesOf({ otherLoans, ...contact }: CallCommand): [ContactCommand, ...ContactCommand[]] {
  const { id: callId } = contact;
  const isSplit =
    [contact, ...otherLoans].filter(({ payment }) => payment !== undefined).length > 1;
  const split = isSplit ? { splitId: callId } : {};
  const { wrongPhone: _wrongPhone, nextAction: _nextAction, ...common } = contact;
  return [
    {
      ...contact,
      callId,
      ...(contact.payment && { payment: { ...contact.payment, ...split } }),
    },
    ...otherLoans.map(({ loanId, outcome, disputeReason, promise, payment }) => ({
      ...common,
      id: partId(`contact ${loanId}`, callId),
      callId,
      loanId,
      outcome,
      disputeReason,
      promise: promise && { ...promise, id: partId(`promise ${loanId}`, callId) },
      payment: payment && { ...payment, ...split, id: partId(`payment ${loanId}`, callId) },
    })),
  ];
}

/** The parts of an entry that differ per loan; all other parts are the same for every loan. */
const ownParts = ['outcome', 'promise', 'payment', 'disputeReason'];

/**
 * Returns the refusal with the loan that it is about, and with its field named as in the request.
 */
function refusedOn(
  { refusal }: Extract<Logged, { ok: false }>,
  { at, loanId }: { readonly at: number; readonly loanId: string },
): Logged {
  const { field } = refusal;
  const isOwn = field !== undefined && ownParts.includes(field.split('.')[0] ?? '');
  return {
    ok: false,
    refusal: {
      ...refusal,
      details: { ...refusal.details, loanId },
      ...(isOwn && { field: `otherLoans.${at}.${field}` }),
    },
  };
}
