import type { Queryable } from '../../../../platform/database.ts';
import type { StatedLine } from './line-identity.ts';

type Sought = {
  readonly portfolioId: string;
  readonly id: string;
  readonly paymentIds: readonly string[];
};

/** Finds a line, and the lines from which these payments were posted, by payment. */
export async function findOrigins(
  sql: Queryable,
  { portfolioId, id, paymentIds }: Sought,
): Promise<{ readonly line: StatedLine; readonly origins: ReadonlyMap<string, StatedLine> }> {
  const rows = await sql<(StatedLine & { postedPaymentId: string | null })[]>`
    select line.id, line.bank_file_id, line.account, line.bank_id, line.booked_on, line.value_on,
      line.amount_minor, line.currency, line.debtor_name, line.payer_account, line.remittance,
      file.format, line.posted_payment_id
    from bank_file_lines line
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
    where line.portfolio_id = ${portfolioId}
      and (line.id = ${id} or line.posted_payment_id = any(${[...paymentIds]}::uuid[]))`;
  const line = rows.find((row) => row.id === id);
  if (!line) throw new Error(`bank line ${id} is missing`);
  const posted = rows.flatMap((row) =>
    row.postedPaymentId === null ? [] : [[row.postedPaymentId, row] as const],
  );
  return { line, origins: new Map(posted) };
}
