import type { UndoBankReturn } from '@bursar/contracts/intake/bank-returns';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { findPayment, findPostingOf } from '../../../servicing/payments/payments.store.ts';
import { postWithin } from '../../../servicing/payments/post-payment.ts';
import { equalPaymentOf } from '../../../servicing/payments/refuse-duplicate.ts';

/**
 * Posts a reversed payment again under a new id, for the team and agent of the reversed payment: a
 * reversal itself cannot be removed. An equal payment does not prevent this, because no new money
 * is posted.
 */
export async function postAgain(
  transaction: Transaction,
  { paymentId, id }: { readonly paymentId: string; readonly id: string },
  context: PortfolioContext,
): Promise<Outcome<'done', FailureOf<UndoBankReturn>>> {
  if (!context.session.permissions.has('post-payment')) return refuse('permission_missing');
  const portfolioId = context.portfolio.id;
  const payment = await findPayment(transaction, { portfolioId, id: paymentId });
  const posting = await findPostingOf(transaction, { portfolioId, id: paymentId });
  if (!payment || !posting) throw new Error(`payment ${paymentId} was returned but is missing`);
  const { loanId, amountMinor, currency, valueDate, method, note, overpaymentTreatment } = payment;
  const { payer, externalReference } = payment;
  if (method === 'credit') throw new Error(`payment ${paymentId} was paid from credit`);
  const { interestUntil, retainPenalties, ...earnedBy } = posting;
  const command = {
    id,
    loanId,
    amountMinor,
    currency,
    valueDate,
    method,
    payer,
    externalReference,
    note,
    interestUntil,
    earnedBy,
    retainPenalties,
    ...(overpaymentTreatment && { overpaymentTreatment }),
  };
  const first = await postWithin(transaction, command, context);
  const equal = first.ok ? null : equalPaymentOf(first.refusal);
  const posted =
    equal === null
      ? first
      : await postWithin(transaction, { ...command, confirmedDuplicateOf: equal }, context);
  if (!posted.ok) return posted;
  return posted.value.replayed ? refuse('id_reused_with_different_content') : succeed('done');
}
