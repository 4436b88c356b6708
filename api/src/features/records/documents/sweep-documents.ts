import type { Database } from '../../../platform/database.ts';
import type { DocumentFolder, FoundFile } from './document-folder.ts';
import { listFiledUnder } from './documents.store.ts';

/**
 * Minimum age of a file to remove; another process may still be receiving it and insert the row
 * later.
 */
const GRACE_MS = 60 * 60_000;

type Tidying = { readonly folder: DocumentFolder; readonly now: Date };

/** Removes files without a document, which killed processes leave. Returns the number removed. */
export function sweepDocuments(database: Database, tidying: Tidying): Promise<number> {
  return sweepFolder(tidying, async ({ name, portfolioId }) => {
    const filed = await listFiledUnder(database, name);
    return filed.some((document) => document.portfolioId === portfolioId);
  });
}

/** Removes files without a record from a folder; `isFiled` decides which files have one. */
export async function sweepFolder(
  { folder, now }: Tidying,
  isFiled: (file: FoundFile) => Promise<boolean>,
): Promise<number> {
  let removed = 0;
  for await (const file of folder.list()) {
    if (!isLeft(file, now)) continue;
    if (file.portfolioId !== null && (await isFiled(file))) continue;
    await file.remove();
    removed += 1;
  }
  return removed;
}

/**
 * Moves files that an earlier version named only by id to the place of the document with that id
 * and these bytes. Returns the number moved.
 */
export async function placeFormerDocuments(
  database: Database,
  { folder, now }: Tidying,
): Promise<number> {
  let moved = 0;
  for await (const file of folder.listFormer()) {
    const filed = await listFiledUnder(database, file.name);
    const own = filed.filter(({ sha256 }) => sha256.equals(file.sha256));
    for (const document of own) await folder.keep(file.path, document);
    if (own.length > 0) moved += 1;
    if (own.length > 0 || (filed.length === 0 && isLeft(file, now))) await file.remove();
  }
  return moved;
}

function isLeft({ changedAt }: Pick<FoundFile, 'changedAt'>, now: Date): boolean {
  return now.getTime() - changedAt.getTime() >= GRACE_MS;
}
