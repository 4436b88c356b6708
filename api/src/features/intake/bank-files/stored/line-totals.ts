import type { Transaction } from '../../../../platform/database.ts';
import type { FileKey } from '../bank-file-keys.ts';
import { differAs } from './line-identity.ts';
import { findTotals, listLinks, storeTotal, type FoundTotal } from './line-totals.store.ts';

/**
 * Links each total of a file with its details in another file, and each batch of the file with its
 * total, because a bank may send both and the same money must not be posted twice.
 */
export async function linkTotals(transaction: Transaction, key: FileKey): Promise<void> {
  const found = (await findTotals(transaction, key)).filter(
    ({ totalAccount, detailAccount }) => !differAs(totalAccount, detailAccount),
  );
  if (found.length === 0) return;
  const lineIds = found.flatMap(({ totalId, detailIds }) => [totalId, ...detailIds]);
  const links = await listLinks(transaction, { portfolioId: key.portfolioId, lineIds });
  const nearest = new Map<string, number>();
  for (const { totalId, detailId, daysApart } of links) {
    for (const id of [totalId, detailId])
      nearest.set(id, Math.min(daysApart, nearest.get(id) ?? daysApart));
  }
  const isNearer = ({ totalId, detailIds, daysApart, sharesId }: FoundTotal) =>
    sharesId || [totalId, ...detailIds].every((id) => daysApart <= (nearest.get(id) ?? daysApart));
  for (const total of pairedOff(found.filter(isNearer)))
    await storeTotal(transaction, key, { ...total, isProven: isProven(total) });
}

/** Pairs each total with one batch: by the bank's reference first, then by the nearest day. */
function pairedOff(found: readonly FoundTotal[]): readonly FoundTotal[] {
  const used = new Set<string>();
  const rank = ({ sharesId, daysApart }: FoundTotal) => (sharesId ? -1 : daysApart);
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .filter(({ totalId, detailIds }) => {
      const ids = [totalId, ...detailIds];
      if (ids.some((id) => used.has(id))) return false;
      for (const id of ids) used.add(id);
      return true;
    });
}

/**
 * True if the bank's reference or the same account proves that the sum is the total. An equal sum
 * alone proves nothing, because two batches may have the same amount.
 */
const isProven = ({ sharesId, totalAccount, detailAccount }: FoundTotal): boolean =>
  sharesId || (totalAccount !== '' && totalAccount === detailAccount);
