import type { Queryable } from '../../../platform/database.ts';

/** The payments that count: beside `payments payment`, where the view's sums are not asked for. */
export function notReversed(sql: Queryable) {
  return sql`not exists (
    select from payment_reversals reversal
    where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;
}
