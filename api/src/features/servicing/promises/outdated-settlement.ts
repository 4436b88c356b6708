import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

/**
 * Whether the loan of the row `settlement` owes principal again that the approver did not see: an
 * earlier payment was reversed since, or refunded credit was claimed back. Its remainder must not
 * be written off without another approval.
 */
export const isSettlementOutdated = (sql: Queryable): Fragment => sql`(
  exists (
    select from payments payment
    join payment_reversals reversal on reversal.portfolio_id = payment.portfolio_id
      and reversal.payment_id = payment.id
    where payment.portfolio_id = settlement.portfolio_id
      and payment.loan_id = settlement.loan_id
      and payment.posted_at <= settlement.approved_at
      and reversal.reversed_at > settlement.approved_at)
  or exists (
    select from refund_claims claim
    where claim.portfolio_id = settlement.portfolio_id and claim.loan_id = settlement.loan_id
      and claim.made_at > settlement.approved_at))`;
