import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { UploadAttachment } from '@bursar/contracts/office/staff-mail';
import { placeWithin, type DocumentPlace } from '../../../platform/document-place.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import { admitFile } from '../../records/documents/admit-file.ts';
import {
  openDocumentFolder,
  type DocumentFolder,
  type FiledDocument,
  type IncomingFile,
} from '../../records/documents/document-folder.ts';
import type { DocumentDesk } from '../../records/documents/file-document.ts';
import { sweepFolder, type Tidying } from '../../records/documents/sweep-documents.ts';
import {
  deleteLooseFiles,
  findFile,
  insertFile,
  INSTALLATION,
  listKnownFiles,
  type MailFile,
} from './mail-files.store.ts';

/**
 * Opens the folder of attachments. It has no other files, because the clean-up compares the files
 * of a folder with one table.
 */
export const openAttachmentFolder = (documentPlace: DocumentPlace): DocumentFolder =>
  openDocumentFolder(placeWithin(documentPlace, 'mail'));

export const filedOf = ({ id, portfolioId, sha256 }: MailFile): FiledDocument => ({
  id,
  portfolioId: portfolioId ?? INSTALLATION,
  sha256,
});

type Upload = { readonly id: string; readonly fileName: string; readonly file: IncomingFile };
type Uploaded = Outcome<AnswerOf<UploadAttachment>, FailureOf<UploadAttachment>>;

/**
 * Stores an upload like a document: detects its type, scans it, then stores the row and the bytes
 * together.
 */
export async function uploadAttachment(
  desk: DocumentDesk,
  { id: sentId, fileName, file }: Upload,
  { session: { account, scope }, now }: CommandContext,
): Promise<Uploaded> {
  const admitted = await admitFile(desk.scanCommand, { file, fileName });
  if (!admitted.ok) return admitted;
  const { name, mediaType, bytes, sha256, scan } = admitted.value;
  const id = ownedId(account.id, sentId);
  const row: MailFile = {
    id,
    portfolioId: account.portfolioId,
    ownerId: account.id,
    name,
    mediaType,
    bytes,
    sha256,
    scan,
  };
  try {
    return await desk.database.begin(async (transaction): Promise<Uploaded> => {
      if (!(await insertFile(transaction, { ...row, filedAt: now.toISOString() }))) {
        return await answerAgain(transaction, { sent: row, scope });
      }
      // Store the bytes last: a row must never exist without its bytes, while bytes without a row
      // are cleaned up.
      if (!(await desk.folder.keep(file.path, filedOf(row)))) throw placeTaken;
      return succeed({ id, name, mediaType, bytes });
    });
  } catch (error) {
    if (error === placeTaken) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/**
 * Thrown to roll back the row, because other bytes of an interrupted upload are already stored
 * under this name.
 */
const placeTaken = new Error('other bytes lie at the place of this attachment');

async function answerAgain(
  transaction: Transaction,
  { sent, scope }: { sent: MailFile; scope: Scope },
): Promise<Uploaded> {
  const earlier = await findFile(transaction, { scope, id: sent.id });
  const isSame =
    earlier?.ownerId === sent.ownerId &&
    earlier.name === sent.name &&
    earlier.sha256.equals(sent.sha256);
  if (!isSame) return refuse('id_reused_with_different_content');
  const { id, name, mediaType, bytes } = earlier;
  return succeed({ id, name, mediaType, bytes });
}

/** Minimum age of an unattached upload to delete; a user may still be writing its message. */
const LOOSE_FOR_MS = 24 * 60 * 60_000;
/**
 * Deletes old uploads that no message contains, and bytes without an upload. Returns the number of
 * removed files.
 */
export async function sweepAttachments(database: Database, tidying: Tidying): Promise<number> {
  const before = new Date(tidying.now.getTime() - LOOSE_FOR_MS).toISOString();
  await deleteLooseFiles(database, before);
  return sweepFolder(tidying, (keys) => listKnownFiles(database, keys));
}
