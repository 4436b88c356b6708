import type { Queryable } from '../../../platform/database.ts';

/**
 * The condition on `payments payment` for effective payments. It is sufficient if the query does
 * not need the sums of the view.
 */
export function notReversed(sql: Queryable) {
  return sql`not exists (
    select from payment_reversals reversal
    where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;
}
