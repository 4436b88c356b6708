import type { Queryable } from '../../../platform/database.ts';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';
import { readIssuer } from '../../records/invoices/invoice-issuers.store.ts';
import type { Sender } from './write-message.ts';

/** Returns the portfolio as the sender of letters and messages. */
export async function readSender(sql: Queryable, portfolioId: string): Promise<Sender> {
  const issuer = await readIssuer(sql, portfolioId);
  return { ...issuer, printFormat: await readPrintFormat(sql, portfolioId) };
}
