import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

/**
 * Checks in SQL whether the loss on the loan of the row `settlement` would be higher than its
 * approver accepted. Two things must hold. An earlier payment was reversed, or refunded credit was
 * claimed back, after the request. And the money received since the request, less what was
 * returned, is less than agreed; waiting lines are counted as if they were paid.
 */
export const isSettlementOutdated = (sql: Queryable): Fragment => sql`exists (
  select from promises asked
  where asked.portfolio_id = settlement.portfolio_id and asked.id = settlement.id
    and ${isOwedAgain(sql, sql`asked.made_at`)}
    and ${receivedSince(sql)} < settlement.amount_minor - coalesce((
      select sum(greatest(line.amount_minor - line.received_minor, 0)) from promises line
      where line.portfolio_id = asked.portfolio_id and line.agreement_id = asked.id
        and line.state = 'waiting'), 0))`;

type Since = { readonly portfolioId: string; readonly loanId: string; readonly since: string };

/**
 * Returns whether, since a moment, an earlier payment was reversed or refunded credit was claimed
 * back.
 */
export async function isOwedAgainSince(
  sql: Queryable,
  { portfolioId, loanId, since }: Since,
): Promise<boolean> {
  const owed = await sql`
    select from (select ${portfolioId}::uuid as portfolio_id, ${loanId}::uuid as loan_id) asked
    where ${isOwedAgain(sql, sql`${since}::timestamptz`)}`;
  return owed.length > 0;
}

/**
 * Checks in SQL whether, after the moment, an earlier payment on the loan of the row `asked` was
 * reversed or refunded credit was claimed back.
 */
const isOwedAgain = (sql: Queryable, moment: Fragment): Fragment => sql`(
  exists (
    select from payments payment
    join payment_reversals reversal on reversal.portfolio_id = payment.portfolio_id
      and reversal.payment_id = payment.id
    where payment.portfolio_id = asked.portfolio_id and payment.loan_id = asked.loan_id
      and payment.posted_at <= ${moment} and reversal.reversed_at > ${moment})
  or exists (
    select from refund_claims claim
    where claim.portfolio_id = asked.portfolio_id and claim.loan_id = asked.loan_id
      and claim.made_at > ${moment}))`;

/**
 * SQL expression for the money received on the loan since the promise `asked` was made, less
 * refunds and less earlier payments that were reversed since, in minor units. Payments from credit
 * move no money.
 */
const receivedSince = (sql: Queryable): Fragment => sql`(
  coalesce((
    select sum(case when payment.posted_at > asked.made_at
      then payment.amount_minor else -payment.amount_minor end)
    from payments payment
    left join payment_reversals reversal on reversal.portfolio_id = payment.portfolio_id
      and reversal.payment_id = payment.id
    where payment.portfolio_id = asked.portfolio_id and payment.loan_id = asked.loan_id
      and payment.method <> 'credit'
      and case when payment.posted_at > asked.made_at then reversal.id is null
        else reversal.reversed_at > asked.made_at end), 0)
  - coalesce((
    select sum(case refund.event when 'refund-credit'
      then refund.amount_minor else -refund.amount_minor end)
    from credit_refunds refund
    where refund.portfolio_id = asked.portfolio_id and refund.loan_id = asked.loan_id
      and refund.made_at > asked.made_at), 0))`;
