import { randomUUID } from 'node:crypto';
import { describePlace, type DocumentPlace } from '../../../platform/document-place.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { ownTable } from '../../../platform/postgres/lender-names.ts';
import { explainFileProblem } from '../../../platform/postgres/start-refused.ts';
import { DocumentsUnreachable } from './bucket-store.ts';
import { openDocumentFolder } from './document-folder.ts';
import { listNewestWithBytes } from './documents.store.ts';
import { readMarker, writeMarker } from './folder-marker.ts';

type Answer = { readonly ok: true } | { readonly ok: false; readonly problem: string };

type Claim = {
  readonly documentPlace: DocumentPlace;
  /** True to skip the check, because the operator or a restore confirmed the folder. */
  readonly isMoved: boolean;
  readonly now: Date;
};

/**
 * Checks at startup that the folder belongs to this installation, unless `isMoved`, and marks it if
 * it has no marker or another one. Processes that start at once call this one after the other.
 */
export async function claimDocumentFolder(owner: Database, claim: Claim): Promise<Answer> {
  const { documentPlace, isMoved, now } = claim;
  return explained(documentPlace, async () => {
    const [marker, known] = [await readMarker(documentPlace), await findKnown(owner)];
    if (!isMoved) {
      const problem = await findProblem(owner, { documentPlace, marker, known });
      if (problem !== null) return { ok: false, problem };
    }
    const id = known?.id ?? randomUUID();
    if (known === null) {
      await owner`insert into document_folder (id) values (${id})`;
    }
    if (marker !== id) await writeMarker(documentPlace, id);
    if (marker !== id || !isPlaced(known)) {
      await owner`update document_folder set placed_at = ${now.toISOString()}`;
    }
    return { ok: true };
  });
}

/** Checks the folder for a command that changes nothing. Works even before the table exists. */
export async function checkDocumentFolder(
  owner: Database,
  documentPlace: DocumentPlace,
): Promise<Answer> {
  const [table] = await owner<{ isThere: boolean }[]>`
    select ${ownTable(owner, 'document_folder')} is not null as is_there`;
  if (!table?.isThere) return { ok: true };
  return explained(documentPlace, async () => {
    const known = await findKnown(owner);
    const marker = await readMarker(documentPlace);
    return !isPlaced(known) || known?.id === marker
      ? { ok: true }
      : { ok: false, problem: explainMarker(documentPlace, marker) };
  });
}

/**
 * Checks the document folder of a restored database. If the folder has no marker, the next claim
 * generates a new id, so that a copy of the database never uses the folder of the original.
 */
export async function settleRestoredFolder(
  transaction: Transaction,
  documentPlace: DocumentPlace,
): Promise<Answer> {
  const [marker, known] = [await readMarker(documentPlace), await findKnown(transaction)];
  if (marker === null) {
    await transaction`delete from document_folder`;
    return { ok: true };
  }
  return known?.id === marker ? { ok: true } : { ok: false, problem: ofOthers(documentPlace) };
}

type Known = { readonly id: string; readonly placedAt: string | null };

const isPlaced = (known: Known | null): boolean => known !== null && known.placedAt !== null;

async function findKnown(sql: Queryable): Promise<Known | null> {
  const [row] = await sql<Known[]>`select id, placed_at from document_folder`;
  return row ?? null;
}

type Found = {
  readonly documentPlace: DocumentPlace;
  readonly marker: string | null;
  readonly known: Known | null;
};

async function findProblem(
  owner: Database,
  { documentPlace, marker, known }: Found,
): Promise<string | null> {
  if (known?.id === marker) return null;
  if (isPlaced(known) || marker !== null) return explainMarker(documentPlace, marker);
  // The folder of an earlier release has no marker yet. It is the right one if it has one of the
  // newest documents.
  const documents = await listNewestWithBytes(owner, 100);
  const folder = openDocumentFolder(documentPlace);
  for (const document of documents) if (await folder.has(document)) return null;
  return documents.length === 0
    ? null
    : `${describePlace(documentPlace)} has no document of these books. ${remedyFor(documentPlace)}`;
}

const remedyFor = (place: DocumentPlace): string =>
  typeof place === 'string'
    ? 'Mount the documents folder of this installation there. If this is the folder, or if its files are lost for good, start once with BURSAR_DOCUMENTS_MOVED=on.'
    : 'Set DOCUMENTS_S3_URL to the bucket of this installation. If this is the bucket, or if its files are lost for good, start once with BURSAR_DOCUMENTS_MOVED=on.';

const ofOthers = (place: DocumentPlace): string =>
  `The documents in ${describePlace(place)} belong to other books.`;

const explainMarker = (place: DocumentPlace, marker: string | null): string =>
  marker === null
    ? `${describePlace(place)} is not the documents folder of these books: it has no marker of theirs. ${remedyFor(place)}`
    : `${ofOthers(place)} ${remedyFor(place)}`;

async function explained(place: DocumentPlace, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentsUnreachable) return { ok: false, problem: error.message };
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const use = `use the documents folder ${describePlace(place)}`;
    return { ok: false, problem: explainFileProblem(error, use).message };
  }
}
