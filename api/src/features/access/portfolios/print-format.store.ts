import type { PrintFormat } from '@bursar/contracts/print-format.values';
import type { Queryable } from '../../../platform/database.ts';

/** Returns how a portfolio's statements, invoices, letters and reports write figures and days. */
export async function readPrintFormat(sql: Queryable, portfolioId: string): Promise<PrintFormat> {
  const [row] = await sql<PrintFormat[]>`
    select print_numbers as numbers, print_dates as dates from portfolios where id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return { ...row };
}
