import { rm } from 'node:fs/promises';
import type { Database } from '../../platform/database.ts';
import type { DocumentFolder } from './document-folder.ts';
import { listFiledIds } from './documents.store.ts';

/** An upload of another process may be on its way, its row not yet written. */
const GRACE_MS = 60 * 60_000;

/** Removes what a killed process has left: files that belong to no document. Answers how many. */
export async function sweepDocuments(
  database: Database,
  { folder, now }: { readonly folder: DocumentFolder; readonly now: Date },
): Promise<number> {
  let removed = 0;
  for await (const { path, id, changedAt } of folder.list()) {
    if (now.getTime() - changedAt.getTime() < GRACE_MS) continue;
    const filed = id === null ? [] : await listFiledIds(database, [id]);
    if (filed.length > 0) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
