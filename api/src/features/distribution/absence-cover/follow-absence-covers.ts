import { scheduledCall } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { tryEach } from '../../../platform/try-each.ts';
import { beginAbsenceCover } from './begin-absence-cover.ts';
import { returnLoans } from './end-absence-cover.ts';
import { listAbsenceCoversToFollow } from './absence-cover.store.ts';

/**
 * Begins absence covers whose first day has come. Ends those whose last day has passed, and those
 * whose agent has left the team before they begin. A failure in one does not stop the others.
 */
export async function followAbsenceCovers(database: Database, now: Date): Promise<number> {
  const absenceCovers = await listAbsenceCoversToFollow(database, now.toISOString());
  const call = scheduledCall(now);
  await tryEach(absenceCovers, ({ isOver, ...key }) =>
    database.begin(async (transaction) => {
      const canGoOn = !isOver && (await beginAbsenceCover(transaction, key, call));
      if (!canGoOn) await returnLoans(transaction, key, { by: null, call });
    }),
  );
  return absenceCovers.length;
}
