import type { Database } from '../../../platform/database.ts';
import { beginHandover } from './begin-handover.ts';
import { returnLoans } from './end-handover.ts';
import { listHandoversToFollow } from './handovers.store.ts';

/** Begins handovers whose first day has come, and ends those whose last day has passed. */
export async function followHandovers(database: Database, now: Date): Promise<number> {
  const handovers = await listHandoversToFollow(database, now.toISOString());
  const turn = { requestId: null, now };
  for (const { isOver, ...key } of handovers) {
    await database.begin(async (transaction) => {
      if (isOver) await returnLoans(transaction, key, { by: null, turn });
      else await beginHandover(transaction, key, turn);
    });
  }
  return handovers.length;
}
