import { scheduledCall } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { beginAbsenceCover } from './begin-absence-cover.ts';
import { returnLoans } from './end-absence-cover.ts';
import { listAbsenceCoversToFollow } from './absence-cover.store.ts';

/**
 * Begins absence covers whose first day has come. Ends those whose last day has passed or whose
 * agent has left the team.
 */
export async function followAbsenceCovers(database: Database, now: Date): Promise<number> {
  const absenceCovers = await listAbsenceCoversToFollow(database, now.toISOString());
  const call = scheduledCall(now);
  for (const { isOver, ...key } of absenceCovers) {
    await database.begin(async (transaction) => {
      const canGoOn = !isOver && (await beginAbsenceCover(transaction, key, call));
      if (!canGoOn) await returnLoans(transaction, key, { by: null, call });
    });
  }
  return absenceCovers.length;
}
