import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  reversePayment as reversePaymentContract,
  type ReversePayment,
} from '@bursar/contracts/payments';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import {
  isWaiting,
  mustAsk,
  requestApproval,
  type CommandContext,
} from '../approvals/request-approval.ts';
import { loanReference } from '../loans/loans.store.ts';
import { afterPaymentsChanged } from './after-payments-changed.ts';
import {
  findPayment,
  lockLoan,
  toPayment,
  type LoanStanding,
  type LockedLoan,
} from './payments.store.ts';
import { planReversal, type ReversalPlan } from './plan-reversal.ts';
import { findReversal, insertReversal } from './reversals.store.ts';

/** What is sent, and what is kept where a second person must approve it first. */
export const reversalCommand = z.object({
  ...reversePaymentContract.params.shape,
  ...reversePaymentContract.body.shape,
});
export type ReversalCommand = z.infer<typeof reversalCommand>;

type Reversed = Outcome<AnswerOf<ReversePayment>, FailureOf<ReversePayment>>;

/** Reverses a payment: lock the loan, answer a replay, check, replay what came later, write it all. */
export async function reversePayment(
  database: Database,
  command: ReversalCommand,
  context: CommandContext,
): Promise<Reversed> {
  try {
    return await database.begin((transaction) =>
      reversePaymentWithin(transaction, command, context),
    );
  } catch (error) {
    // The same id at the same moment on another loan: that reversal has won.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/** The same inside a transaction that has begun: the one in which it is approved. */
export async function reversePaymentWithin(
  transaction: Transaction,
  command: ReversalCommand,
  context: CommandContext,
): Promise<Reversed> {
  const { id, loanId, paymentId, reason } = command;
  const loan = await lockLoan(transaction, { scope: context.session.scope, loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const earlier = await findReversal(transaction, { portfolioId, id });
  if (earlier) {
    return earlier.paymentId === paymentId && earlier.reason === reason
      ? answer(transaction, { loan, paymentId, outcome: 'reversed', replayed: true })
      : refuse('id_reused_with_different_content');
  }
  const waiting = await isWaiting(transaction, sentOf(command, portfolioId), context);
  if (!waiting.ok) return waiting;
  if (waiting.value) {
    return answer(transaction, { loan, paymentId, outcome: 'awaiting-approval', replayed: true });
  }
  if (reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  const plan = await planReversal(transaction, loan, command);
  if (!plan.ok) return plan;
  const request = requestOf(command, loan, plan.value);
  if (await mustAsk(transaction, request, context)) {
    const asked = await requestApproval(transaction, request, context);
    if (!asked.ok) return asked;
    return answer(transaction, { loan, paymentId, outcome: 'awaiting-approval', replayed: false });
  }
  const after = await write(transaction, { command, loan, plan: plan.value }, context);
  return answer(transaction, {
    loan: { ...loan, ...after },
    paymentId,
    outcome: 'reversed',
    replayed: false,
  });
}

/** How a retry of a reversal, sent or asked for, is told from another command. */
export function sentOf(command: ReversalCommand, portfolioId: string) {
  const isSame = (kept: unknown) => isDeepStrictEqual(reversalCommand.parse(kept), command);
  return { portfolioId, id: command.id, kind: 'reverse-payment' as const, isSame };
}

/** The request that waits in place of a reversal. */
export function requestOf(
  command: ReversalCommand,
  loan: LockedLoan,
  { payment, effect }: ReversalPlan,
) {
  const { id, loanId, paymentId, reason } = command;
  return {
    portfolioId: loan.portfolioId,
    id,
    kind: 'reverse-payment' as const,
    subjectId: paymentId,
    subject: loanReference(loan.referenceNumber),
    loanId,
    loans: null,
    amountMinor: payment.amountMinor,
    currency: loan.currency,
    command,
    before: { ...effect.before, reallocated: 0 },
    after: { ...effect.after, reallocated: effect.reallocated.length },
    reason,
  };
}

type Writing = {
  readonly command: ReversalCommand;
  readonly loan: LockedLoan;
  readonly plan: ReversalPlan;
};

async function write(
  transaction: Transaction,
  { command, loan, plan: { payment, reallocated } }: Writing,
  { session, requestId, now, approvedBy }: CommandContext,
): Promise<LoanStanding> {
  const { loanId, paymentId, reason } = command;
  const { portfolioId, currency } = loan;
  const madeBy = session.account.id;
  await insertReversal(
    transaction,
    { ...command, portfolioId, currency, madeBy, madeAt: now.toISOString() },
    { payment, reallocated },
  );
  const { businessDate } = session;
  const changed = { portfolioId, loanId, businessDate, requestId, now };
  const after = await afterPaymentsChanged(transaction, changed);
  await recordAudit(transaction, {
    portfolioId,
    actorId: madeBy,
    event: 'reverse-payment',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      outstandingMinor: after.outstandingPrincipalMinor,
      paymentId,
      amountMinor: payment.amountMinor,
      currency,
      valueDate: payment.valueDate,
      reallocated: reallocated.length,
      reason,
      ...(approvedBy && { approvedBy }),
    },
    requestId,
    at: now,
  });
  return after;
}

type Answer = AnswerOf<ReversePayment>;

async function answer(
  transaction: Transaction,
  {
    loan,
    paymentId: id,
    ...result
  }: { loan: LockedLoan; paymentId: string } & Pick<Answer, 'outcome' | 'replayed'>,
): Promise<Reversed> {
  const { portfolioId, status, outstandingPrincipalMinor } = loan;
  const payment = await findPayment(transaction, { portfolioId, id });
  if (!payment) throw new Error(`payment ${id} was reversed but is not there`);
  return succeed({
    ...result,
    payment: toPayment(payment),
    outstandingMinor: outstandingPrincipalMinor,
    loanStatus: status,
  });
}
