import type { Queryable, Transaction } from '../../../../platform/database.ts';

export type LinePart = {
  readonly paymentId: string;
  readonly loanId: string;
  readonly amountMinor: number;
};

type PartsKey = { readonly portfolioId: string; readonly bankLineId: string };

/** Lists the parts of a line; none if it is for one loan. */
export async function listParts(
  sql: Queryable,
  { portfolioId, bankLineId }: PartsKey,
): Promise<readonly LinePart[]> {
  const rows = await sql<LinePart[]>`
    select payment_id, loan_id, amount_minor from bank_line_parts
    where portfolio_id = ${portfolioId} and bank_line_id = ${bankLineId} order by number`;
  return rows.map((row) => ({ ...row }));
}

export async function replaceParts(
  transaction: Transaction,
  { portfolioId, bankLineId }: PartsKey,
  parts: readonly LinePart[],
): Promise<void> {
  await transaction`
    delete from bank_line_parts
    where portfolio_id = ${portfolioId} and bank_line_id = ${bankLineId}`;
  if (parts.length === 0) return;
  const rows = parts.map((part, at) => ({ ...part, number: at + 1 }));
  await transaction`
    insert into bank_line_parts (portfolio_id, bank_line_id, number, payment_id, loan_id, amount_minor)
    select ${portfolioId}, ${bankLineId}, number, "paymentId", "loanId", "amountMinor"
    from jsonb_to_recordset(${transaction.json(rows)}) as part(number smallint, "paymentId" uuid,
      "loanId" uuid, "amountMinor" bigint)`;
}

/** Returns whether a payment, a line, or a part of another line already uses one of these ids. */
export async function areIdsUsed(
  sql: Queryable,
  { portfolioId, bankLineId }: PartsKey,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await sql`
    select from payments where portfolio_id = ${portfolioId} and id = any(${[...ids]}::uuid[])
    union all
    select from bank_file_lines
    where portfolio_id = ${portfolioId} and payment_id = any(${[...ids]}::uuid[])
    union all
    select from bank_line_parts
    where portfolio_id = ${portfolioId} and payment_id = any(${[...ids]}::uuid[])
      and bank_line_id <> ${bankLineId}
    limit 1`;
  return rows.length > 0;
}
