import { reconcile } from '@bursar/api/features/control/reconciliation/reconcile';
import type { Database } from '@bursar/api/platform/database';
import type { PayingClients } from './paying-clients.ts';

/**
 * Describes what went wrong: wrong answers, payments that were not posted exactly once, and failed
 * reconciliation checks. The list is empty if nothing went wrong.
 */
export async function checkPayments(owner: Database, clients: PayingClients): Promise<string[]> {
  const rows = await owner<{ id: string; count: number }[]>`
    select id, count(*)::int as count from payments group by id`;
  const posted = new Map(rows.map(({ id, count }) => [id, count]));
  const problems = [...clients.complaints];
  for (const id of clients.acknowledged) {
    const count = posted.get(id) ?? 0;
    if (count !== 1) problems.push(`payment ${id} was acknowledged but posted ${count} times`);
  }
  for (const id of posted.keys()) {
    if (!clients.sent.has(id)) problems.push(`payment ${id} was never sent`);
  }
  for (const { id, count } of await reconcile(owner)) {
    if (count > 0) problems.push(`verify-books: ${id} does not hold ${count} times`);
  }
  return problems;
}
