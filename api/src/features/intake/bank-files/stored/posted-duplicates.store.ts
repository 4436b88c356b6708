import type { Queryable } from '../../../../platform/database.ts';
import type { StatedLine } from './line-identity.ts';
import { lineOfPayment } from '../match/line-payments.store.ts';

type Sought = {
  readonly portfolioId: string;
  readonly id: string;
  readonly paymentIds: readonly string[];
};

/** Finds a line, and the lines from which these payments were posted, keyed by payment id. */
export async function findOrigins(
  sql: Queryable,
  { portfolioId, id, paymentIds }: Sought,
): Promise<{ readonly line: StatedLine; readonly origins: ReadonlyMap<string, StatedLine> }> {
  const rows = await sql<(StatedLine & { postedPaymentId: string | null })[]>`
    with origin as (
      select payment.id as payment_id, paid.bank_line_id
      from payments payment
      cross join lateral ${lineOfPayment(sql)} paid
      where payment.portfolio_id = ${portfolioId} and payment.id = any(${[...paymentIds]}::uuid[])
    )
    select line.id, line.bank_file_id, line.account, line.bank_id, line.booked_on, line.value_on,
      line.amount_minor, line.currency, line.debtor_name, line.payer_account, line.remittance,
      file.format, origin.payment_id as posted_payment_id
    from (
      select bank_line_id, payment_id from origin
      union all select ${id}::uuid, null
    ) origin
    join bank_file_lines line on line.portfolio_id = ${portfolioId} and line.id = origin.bank_line_id
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id`;
  const line = rows.find((row) => row.id === id);
  if (!line) throw new Error(`bank line ${id} is missing`);
  const posted = rows.flatMap((row) =>
    row.postedPaymentId === null ? [] : [[row.postedPaymentId, row] as const],
  );
  return { line, origins: new Map(posted) };
}
