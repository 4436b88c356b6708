import type { Queryable } from '../../../platform/database.ts';

/**
 * The condition on `payments payment` for effective payments. It is enough if the query does not
 * need the view's sums.
 */
export function notReversed(sql: Queryable) {
  return sql`not exists (
    select from payment_reversals reversal
    where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;
}
