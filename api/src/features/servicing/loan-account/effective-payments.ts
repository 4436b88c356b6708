import type { Queryable } from '../../../platform/database.ts';

/**
 * Builds the condition on `payments payment` for effective payments. A query that does not need the
 * sums of the view `effective_payments` can use it instead of the view.
 */
export function notReversed(sql: Queryable) {
  return sql`not exists (
    select from payment_reversals reversal
    where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;
}
