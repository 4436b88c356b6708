import type { Queryable } from '../../../../platform/database.ts';
import type { KnownLine } from './line-identity.ts';

type Pair = { readonly portfolioId: string; readonly id: string; readonly paymentId: string };
type ComparedLine = KnownLine & { readonly bankFileId: string };

/**
 * Finds a line and the line that a payment came from; null if the payment was not posted from a
 * bank file.
 */
export async function findPostedDuplicate(
  sql: Queryable,
  { portfolioId, id, paymentId }: Pair,
): Promise<{ readonly line: ComparedLine; readonly possibleDuplicate: ComparedLine } | null> {
  const rows = await sql<ComparedLine[]>`
    select line.id, line.bank_file_id, line.payment_id, line.account, line.bank_id, line.booked_on,
      line.value_on, line.amount_minor, line.currency, line.debtor_name, line.payer_account,
      line.remittance, file.format, file.file_sha256
    from bank_file_lines line
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
    where line.portfolio_id = ${portfolioId}
      and (line.id = ${id} or line.posted_payment_id = ${paymentId})`;
  const line = rows.find((row) => row.id === id);
  const possibleDuplicate = rows.find((row) => row.id !== id);
  return line && possibleDuplicate ? { line, possibleDuplicate } : null;
}
