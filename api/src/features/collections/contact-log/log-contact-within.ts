import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { closureOf } from '@bursar/contracts/records/closed-channels';
import { type ContactAttempt, type LogContact } from '@bursar/contracts/collections/contact-log';
import type { NewPromise } from '@bursar/contracts/servicing/promises';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome, type Refusal } from '../../../platform/outcome.ts';
import { lockWorkedLoan, type WorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import { postWithin, type PaymentCommand } from '../../servicing/payments/post-payment.ts';
import { quietHoursNow } from '../../servicing/loans/quiet-hours-now.ts';
import { retireWrongPhone } from '../../records/borrowers/retire-wrong-phone.ts';
import { isPromiseOfContact, makePromise } from '../../servicing/promises/make-promise.ts';
import { findRequest } from '../../access/approvals/approvals.store.ts';
import { listLinesOf, listPromisesOfLoan } from '../../servicing/promises/promises.store.ts';
import { planNextActionWithin } from '../work-queue/plan-loan-work.ts';
import { toContactAttempt } from './contact-attempt-with-promise.ts';
import {
  findContactAttempt,
  insertContactAttempt,
  type ContactAttemptRow,
} from './contact-attempts.store.ts';
import { findContacted, findQuietHours, findReachRules } from './quiet-hours.store.ts';

export type ContactCommand = Omit<
  InputOf<LogContact>['body'],
  'promise' | 'payment' | 'note' | 'secondsAgo' | 'direction' | 'otherLoans'
> & {
  /** The contact that this entry belongs to, if the contact was about several loans. */
  readonly callId?: string | undefined;
  readonly direction: ContactAttempt['direction'];
  readonly loanId: string;
  readonly note: string;
  readonly secondsAgo: number;
  readonly promise?: NewPromise | undefined;
  readonly payment?: Omit<PaymentCommand, 'loanId' | 'interestUntil'> | undefined;
};

export type Logged = Outcome<AnswerOf<LogContact>, FailureOf<LogContact>>;

/**
 * Logs a contact with its promise, payment and next action inside another command's transaction;
 * that command must roll back if the contact is refused. The payment comes before the promise, so
 * that it does not count towards a promise made after it.
 */
export async function logContactWithin(
  transaction: Transaction,
  command: ContactCommand,
  context: CommandContext,
): Promise<Logged> {
  const { loanId } = command;
  const loan = await lockWorkedLoan(transaction, { scope: context.session.scope, loanId });
  if (!loan) return refuse('not_found');
  const earlier = await findContactAttempt(transaction, { ...loan, id: command.id });
  if (earlier) return answerReplay(transaction, loan, { earlier, command, context });
  const refused =
    (await findRefusal(transaction, loan, { command, context })) ??
    (await retireWrong(transaction, loan, { command, context })) ??
    (await post(transaction, { command, context }));
  if (refused) return refused;
  await write(transaction, loan, { command, context });
  const unplanned =
    (await promiseWithin(transaction, loan, { command, context })) ??
    (await plan(transaction, loan, { command, context }));
  if (unplanned) return unplanned;
  return answer(transaction, loan, { id: command.id, replayed: false });
}

/** Posts the payment of the contact; its refusals are about the fields of the payment. */
async function post(
  transaction: Transaction,
  { command: { loanId, payment }, context }: Logging,
): Promise<Refused | null> {
  if (!payment) return null;
  if (!context.session.permissions.has('post-payment')) return refuse('permission_missing');
  const command = { ...payment, loanId, interestUntil: 'date' as const };
  return refusedIn('payment', await postWithin(transaction, command, context));
}

/**
 * Records the promise on the loan as it is after the payment, or requests approval for the promise.
 */
async function promiseWithin(
  transaction: Transaction,
  { portfolioId }: WorkedLoan,
  { command: { id, loanId, promise }, context }: Logging,
): Promise<Refused | null> {
  if (!promise) return null;
  const lines = await listLinesOf(transaction, { portfolioId, id: promise.id });
  const request = await findRequest(transaction, { portfolioId, id: promise.id });
  if (lines.length > 0 || request) return refuse('id_reused_with_different_content');
  const sent = { ...promise, loanId, contactId: id };
  return refusedIn('promise', await makePromise.runWithin(transaction, sent, context));
}

async function plan(
  transaction: Transaction,
  loan: WorkedLoan,
  { command: { nextAction }, context }: Logging,
): Promise<Refused | null> {
  if (!nextAction) return null;
  const planned = await planNextActionWithin(transaction, loan, { action: nextAction, context });
  if (planned.ok) return null;
  const field = planned.refusal.field?.replace(/^action/, 'nextAction');
  return { ok: false, refusal: { ...planned.refusal, ...(field && { field }) } };
}

/** Returns the refusal with its field named as in the contact's request; null if there is none. */
function refusedIn(part: string, outcome: Outcome<unknown, Refused['refusal']['code']>) {
  if (outcome.ok) return null;
  const { field } = outcome.refusal;
  const named: Refused = {
    ok: false,
    refusal: { ...outcome.refusal, ...(field && { field: `${part}.${field}` }) },
  };
  return named;
}

type Logging = { readonly command: ContactCommand; readonly context: CommandContext };

async function findRefusal(
  transaction: Transaction,
  loan: WorkedLoan,
  { command, context }: Logging,
): Promise<Refused | null> {
  const { promise, outcome, contactedAt, partyId } = command;
  if (contactedAt && Date.parse(contactedAt) > context.now.getTime()) {
    return refuse('contacted_in_future', { field: 'contactedAt' });
  }
  const borrowerId = await findContacted(transaction, { ...loan, partyId });
  if (borrowerId === null) return refuse('party_not_on_loan', { field: 'partyId' });
  if (outcome === 'promised' && !promise) return refuse('promise_missing', { field: 'outcome' });
  if (outcome !== 'promised' && promise) {
    return refuse('promise_not_expected', { field: 'outcome' });
  }
  return (
    refuseDetails(command) ??
    (await refuseTryAgain(transaction, loan, { command, context })) ??
    (await refuseChannel(transaction, { ...loan, borrowerId }, { command, context }))
  );
}

type Refused = Extract<Logged, { ok: false }>;

/** Refuses an outcome without the details that it needs, and details of another outcome. */
function refuseDetails(command: ContactCommand): Refused | null {
  const { outcome, disputeReason, wrongPhone, tryAgainAt } = command;
  if (outcome === 'disputed' && !disputeReason) {
    return refuse('dispute_reason_missing', { field: 'disputeReason' });
  }
  if (outcome !== 'disputed' && disputeReason) {
    return refuse('dispute_reason_not_expected', { field: 'disputeReason' });
  }
  if (outcome !== 'wrong-number' && wrongPhone !== undefined) {
    return refuse('wrong_phone_not_expected', { field: 'wrongPhone' });
  }
  if (outcome === 'call-back' && !tryAgainAt) {
    return refuse('try_again_missing', { field: 'tryAgainAt' });
  }
  return null;
}

/** A borrower is not called back more than a year later: that is probably a mistyped day. */
const TRY_AGAIN_DAYS_MAX = 366;

/**
 * Refuses a time to try again that is not after the contact, is too far ahead or is in quiet hours,
 * when the call would be refused. The time is compared with that of the contact and not with now,
 * because an entry may have waited for a connection.
 */
async function refuseTryAgain(
  transaction: Transaction,
  { portfolioId }: WorkedLoan,
  { command, context }: Logging,
): Promise<Refused | null> {
  const { tryAgainAt } = command;
  if (!tryAgainAt) return null;
  const field = 'tryAgainAt';
  const waits = Date.parse(tryAgainAt) - Date.parse(momentOf(command, context.now));
  if (waits <= 0) return refuse('try_again_passed', { field });
  if (waits > TRY_AGAIN_DAYS_MAX * 86_400_000) return refuse('day_too_far', { field });
  const { from, until, timeZone } = await findQuietHours(transaction, portfolioId);
  const { isQuiet } = quietHoursNow({ from, until, timeZone }, new Date(tryAgainAt));
  if (!isQuiet) return null;
  return refuse('try_again_in_quiet_hours', { field, details: { from, until, timeZone } });
}

/**
 * Refuses an outgoing contact that consent or quiet hours forbid at its time; incoming contacts are
 * always allowed.
 */
function refuseChannel(
  transaction: Transaction,
  { portfolioId, borrowerId }: { portfolioId: string; borrowerId: string },
  { command, context }: Logging,
) {
  if (command.direction === 'incoming') return null;
  const { channel } = command;
  const at = momentOf(command, context.now);
  return refuseReach(transaction, { portfolioId, borrowerId, channel, at });
}

type Reach = {
  readonly portfolioId: string;
  readonly borrowerId: string;
  readonly channel: ContactAttempt['channel'];
  readonly at: string;
};

type UnderReach = {
  readonly ok: false;
  readonly refusal: Refusal<'consent_withdrawn' | 'quiet_hours'>;
};

/**
 * Refuses a contact that the borrower's consent or the portfolio's quiet hours forbid at its time.
 */
export async function refuseReach(
  transaction: Transaction,
  { portfolioId, borrowerId, channel, at }: Reach,
): Promise<UnderReach | null> {
  const rules = await findReachRules(transaction, { portfolioId, borrowerId, at });
  const { withdrawnChannels, from, until, timeZone } = rules;
  const { isQuiet } = quietHoursNow(rules, new Date(at));
  const closure = closureOf({ channel, withdrawnChannels, isQuiet });
  if (closure === null) return null;
  const field = 'channel';
  if (closure === 'consent_withdrawn') return refuse(closure, { field });
  return refuse(closure, { field, details: { from, until, timeZone } });
}

/** Retires the number that turned out to be wrong, so that nobody calls it again. */
async function retireWrong(
  transaction: Transaction,
  loan: WorkedLoan,
  { command: { wrongPhone, partyId }, context }: Logging,
): Promise<Refused | null> {
  if (wrongPhone === undefined) return null;
  const { portfolioId } = loan;
  const borrowerId = await findContacted(transaction, { ...loan, partyId });
  const isKnown =
    borrowerId !== null &&
    (await retireWrongPhone(transaction, { portfolioId, borrowerId, phone: wrongPhone }, context));
  return isKnown ? null : refuse('phone_not_of_borrower', { field: 'wrongPhone' });
}

async function write(
  transaction: Transaction,
  { portfolioId, loanId }: WorkedLoan,
  { command, context }: Logging,
): Promise<void> {
  const { id, channel, direction, outcome, disputeReason, note, partyId } = command;
  const { session, now } = context;
  const contactedAt = momentOf(command, now);
  await insertContactAttempt(transaction, {
    portfolioId,
    loanId,
    id,
    channel,
    direction,
    outcome,
    disputeReason,
    note,
    partyId,
    contactedAt,
    contactedOn: dayIn(session.portfolio?.timeZone ?? 'UTC', new Date(contactedAt)),
    loggedBy: session.account.id,
    loggedAt: now.toISOString(),
    tryAgainAt: command.tryAgainAt,
    paymentId: command.payment?.id,
    callId: command.callId,
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'log-contact',
    subject: 'loan',
    subjectId: loanId,
    // The audit trail omits the note, which is about the borrower; the contact itself is immutable.
    after: {
      contactId: id,
      channel,
      direction,
      outcome,
      ...(disputeReason && { disputeReason }),
      contactedAt,
      ...(partyId && { partyId }),
      ...(command.callId !== undefined && { callId: command.callId }),
      ...(command.payment && { paymentId: command.payment.id }),
      ...(command.tryAgainAt !== undefined && { tryAgainAt: command.tryAgainAt }),
    },
  });
}

/**
 * Returns the time of the contact. Without `contactedAt`, the request has the elapsed seconds,
 * because a browser clock may be wrong.
 */
function momentOf({ contactedAt, secondsAgo }: ContactCommand, now: Date): string {
  return contactedAt ?? new Date(now.getTime() - secondsAgo * 1000).toISOString();
}

async function answerReplay(
  transaction: Transaction,
  loan: WorkedLoan,
  { earlier, command, context }: { earlier: ContactAttemptRow } & Logging,
): Promise<Logged> {
  const promises = await listPromisesOfLoan(transaction, loan);
  const given = promises.filter(({ contactId }) => contactId === earlier.id);
  const { promise } = command;
  const samePromise = promise
    ? await isPromiseOfContact(transaction, given, { ...loan, promise })
    : given.length === 0;
  const same =
    samePromise &&
    earlier.loanId === command.loanId &&
    earlier.channel === command.channel &&
    earlier.direction === command.direction &&
    earlier.outcome === command.outcome &&
    earlier.disputeReason === (command.disputeReason ?? null) &&
    earlier.note === command.note &&
    earlier.partyId === (command.partyId ?? null) &&
    earlier.callId === (command.callId ?? null) &&
    isSameMoment(earlier.tryAgainAt, command.tryAgainAt) &&
    earlier.paymentId === (command.payment?.id ?? null) &&
    (!command.contactedAt || Date.parse(earlier.contactedAt) === Date.parse(command.contactedAt));
  if (!same) return refuse('id_reused_with_different_content');
  // Posting the payment again recognises a repeated payment and refuses different content.
  const refused = await post(transaction, { command, context });
  if (refused) return refused;
  return answer(transaction, loan, { id: earlier.id, replayed: true });
}

function isSameMoment(one: string | null, other: string | null | undefined): boolean {
  if (one === null || !other) return one === (other ?? null);
  return Date.parse(one) === Date.parse(other);
}

async function answer(
  transaction: Transaction,
  loan: WorkedLoan,
  { id, replayed }: { id: string; replayed: boolean },
): Promise<Logged> {
  const contact = await findContactAttempt(transaction, { ...loan, id });
  if (!contact) throw new Error(`contact ${id} was stored but is missing`);
  const promises = await listPromisesOfLoan(transaction, loan);
  return succeed({ contact: toContactAttempt(contact, promises), replayed });
}
