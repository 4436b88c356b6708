import type { EndReason } from '@bursar/contracts/access/session-ends';
import type { Transaction } from '../../../platform/database.ts';
import { endSessionsOf } from '../../access/accounts/accounts.store.ts';
import { voidWaysIn } from '../../access/accounts/password-links.ts';
import { deletePendingSignIns } from '../../access/accounts/pending-sign-ins.ts';
import { removeLinks } from '../../access/single-sign-on/single-sign-on.store.ts';
import { listAccountIds } from './demo-portfolio.store.ts';

type Ending = { readonly portfolioId: string; readonly now: Date; readonly reason: EndReason };

/**
 * Ends every session of the portfolio's accounts, and every way to sign in except their password.
 */
export async function endAccessOf(
  transaction: Transaction,
  { portfolioId, now, reason }: Ending,
): Promise<void> {
  for (const accountId of await listAccountIds(transaction, portfolioId)) {
    await endSessionsOf(transaction, { accountId, now, reason });
    await deletePendingSignIns(transaction, accountId);
    await voidWaysIn(transaction, { accountId, now });
    await removeLinks(transaction, accountId);
  }
}
