import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ReversePayment } from '@bursar/contracts/payments';
import { recordAudit } from '../../platform/audit.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { afterPaymentsChanged } from './after-payments-changed.ts';
import { findPayment, lockLoan, toPayment, type LockedLoan } from './payments.store.ts';
import { planReversal } from './plan-reversal.ts';
import { findReversal, insertReversal } from './reversals.store.ts';

export type ReversalCommand = {
  readonly id: string;
  readonly loanId: string;
  readonly paymentId: string;
  readonly reason: string;
};

type Context = { readonly session: Session; readonly requestId: string; readonly now: Date };

type Reversed = Outcome<AnswerOf<ReversePayment>, FailureOf<ReversePayment>>;

/** Reverses a payment: lock the loan, answer a replay, check, replay what came later, write it all. */
export async function reversePayment(
  database: Database,
  command: ReversalCommand,
  context: Context,
): Promise<Reversed> {
  try {
    return await database.begin((transaction) => reverse(transaction, command, context));
  } catch (error) {
    // The same id at the same moment on another loan: that reversal has won.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

async function reverse(
  transaction: Transaction,
  command: ReversalCommand,
  context: Context,
): Promise<Reversed> {
  const { session, now } = context;
  const { id, loanId, paymentId } = command;
  const loan = await lockLoan(transaction, { scope: session.scope, loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId, currency } = loan;
  const earlier = await findReversal(transaction, { portfolioId, id });
  if (earlier) {
    return earlier.paymentId === paymentId && earlier.reason === command.reason
      ? answer(transaction, { loan, command, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  const plan = await planReversal(transaction, loan, command);
  if (!plan.ok) return plan;
  const { payment, reallocated } = plan.value;
  const madeBy = session.account.id;
  await insertReversal(
    transaction,
    { ...command, portfolioId, currency, madeBy, madeAt: now.toISOString() },
    { payment, reallocated },
  );
  const after = await afterPaymentsChanged(transaction, {
    portfolioId,
    loanId,
    businessDate: session.businessDate,
    requestId: context.requestId,
    now,
  });
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
      reason: command.reason,
    },
    requestId: context.requestId,
    at: now,
  });
  return answer(transaction, { loan: { ...loan, ...after }, command, replayed: false });
}

async function answer(
  transaction: Transaction,
  {
    loan,
    command: { paymentId: id },
    replayed,
  }: { loan: LockedLoan; command: ReversalCommand; replayed: boolean },
): Promise<Reversed> {
  const { portfolioId, status, outstandingPrincipalMinor } = loan;
  const payment = await findPayment(transaction, { portfolioId, id });
  if (!payment) throw new Error(`payment ${id} was reversed but is not there`);
  return succeed({
    payment: toPayment(payment),
    outstandingMinor: outstandingPrincipalMinor,
    loanStatus: status,
    replayed,
  });
}
