import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { RequestReversal } from '@bursar/contracts/payments';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { isWaiting, requestApproval, type CommandContext } from '../approvals/request-approval.ts';
import { findPayment, lockLoan, toPayment } from './payments.store.ts';
import { planReversal } from './plan-reversal.ts';
import { requestOf, sentOf, type ReversalCommand } from './reverse-payment.ts';

type Requested = Outcome<AnswerOf<RequestReversal>, FailureOf<RequestReversal>>;

/**
 * Asks for the reversal of a payment that the caller has posted. Whatever the rules say, another
 * person decides; what is kept is the very command that a reversal is.
 */
export function requestReversal(
  database: Database,
  command: ReversalCommand,
  context: CommandContext,
): Promise<Requested> {
  return database.begin((transaction) => ask(transaction, command, context));
}

async function ask(
  transaction: Transaction,
  command: ReversalCommand,
  context: CommandContext,
): Promise<Requested> {
  const { loanId, paymentId, reason } = command;
  const { account, scope } = context.session;
  const loan = await lockLoan(transaction, { scope, loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const payment = await findPayment(transaction, { portfolioId, id: paymentId });
  if (payment?.loanId !== loanId) return refuse('not_found');
  if (payment.postedById !== account.id) return refuse('payment_not_yours');
  const waiting = await isWaiting(transaction, sentOf(command, portfolioId), context);
  if (!waiting.ok) return waiting;
  if (waiting.value) return succeed({ payment: toPayment(payment), replayed: true });
  if (reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  const plan = await planReversal(transaction, loan, command);
  if (!plan.ok) return plan;
  const request = requestOf(command, loan, plan.value);
  const asked = await requestApproval(transaction, request, context);
  if (!asked.ok) return asked;
  return succeed({
    payment: { ...toPayment(payment), reversalRequestId: command.id },
    replayed: false,
  });
}
