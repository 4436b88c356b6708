import type { Fragment } from '../../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';

/**
 * Returns a subquery of the payments of the posted lines in `lines`, a table or query of bank
 * lines. It includes the payments that were posted again when a return was undone. `number` is the
 * number of the part; null if the line has no parts.
 */
export const paymentsOfLines = (sql: Queryable, lines: Fragment): Fragment => sql`(
  select paid.portfolio_id, paid.id as bank_line_id, null::smallint as number, paid.loan_id,
    paid.amount_minor, paid.payment_id
  from ${lines} paid
  where paid.state = 'posted' and not exists (
    select from bank_line_parts part
    where part.portfolio_id = paid.portfolio_id and part.bank_line_id = paid.id)
  union all
  select paid.portfolio_id, paid.id, part.number, part.loan_id, part.amount_minor, part.payment_id
  from bank_line_parts part
  join ${lines} paid on paid.portfolio_id = part.portfolio_id
    and paid.id = part.bank_line_id and paid.state = 'posted'
  union all
  select part.portfolio_id, part.bank_line_id, part.number, part.loan_id, part.amount_minor,
    again.posted_again_id
  from bank_part_returns again
  join ${lines} paid on paid.portfolio_id = again.portfolio_id and paid.id = again.split_line_id
  join bank_line_parts part on part.portfolio_id = again.portfolio_id
    and part.bank_line_id = again.split_line_id and part.number = again.number
  where again.posted_again_id is not null
  union all
  select again.portfolio_id, again.bank_line_id, again.number, coalesce(part.loan_id, paid.loan_id),
    coalesce(part.amount_minor, paid.amount_minor), again.payment_id
  from bank_line_reposts again
  join ${lines} paid on paid.portfolio_id = again.portfolio_id and paid.id = again.bank_line_id
  left join bank_line_parts part on part.portfolio_id = again.portfolio_id
    and part.bank_line_id = again.bank_line_id and part.number = again.number)`;

/**
 * Returns the payments of `line`, to join laterally. With `offset 0` PostgreSQL finds them by index
 * for each line, instead of reading all payments of all lines.
 */
export const paymentsOfLine = (sql: Queryable): Fragment => sql`(
  select paid.number, paid.loan_id, paid.amount_minor, paid.payment_id, exists (
    select from payment_reversals reversal where reversal.portfolio_id = paid.portfolio_id
      and reversal.payment_id = paid.payment_id) as is_reversed
  from ${paymentsOfLines(sql, sql`bank_file_lines`)} paid
  where paid.portfolio_id = line.portfolio_id and paid.bank_line_id = line.id
  offset 0)`;

/** Returns the line that `payment` came from, and the number of its part, to join laterally. */
export const lineOfPayment = (sql: Queryable): Fragment => sql`(
  select paid.bank_line_id, paid.number from ${paymentsOfLines(sql, sql`bank_file_lines`)} paid
  where paid.portfolio_id = payment.portfolio_id and paid.payment_id = payment.id
  offset 0)`;

type Repost = {
  readonly portfolioId: string;
  readonly paymentId: string;
  /** The payment that was posted in place of the reversed one. */
  readonly postedAgainId: string;
};

/**
 * Links a payment that was posted again to the bank line of the earlier payment; does nothing if
 * the earlier payment came from no bank line.
 */
export async function insertRepost(
  transaction: Transaction,
  { portfolioId, paymentId, postedAgainId }: Repost,
): Promise<void> {
  await transaction`
    insert into bank_line_reposts (portfolio_id, payment_id, bank_line_id, number)
    select payment.portfolio_id, ${postedAgainId}, origin.bank_line_id, origin.number
    from payments payment
    cross join lateral ${lineOfPayment(transaction)} origin
    where payment.portfolio_id = ${portfolioId} and payment.id = ${paymentId}`;
}
