import type { DocumentPlace } from '../../../platform/document-place.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { chatFilesWithBytes } from '../../office/chats/chat-messages.store.ts';
import { openChatFolder } from '../../office/chats/post-message.ts';
import {
  openDocumentFolder,
  type DocumentFolder,
  type FiledDocument,
} from '../../records/documents/document-folder.ts';
import { documentsWithBytes } from '../../records/documents/documents.store.ts';
import { attachmentsWithBytes } from '../../office/staff-mail/mail-files.store.ts';
import { openAttachmentFolder } from '../../office/staff-mail/upload-attachment.ts';
import { fileFolders, type FileFolder } from './backup-lines.ts';
import { fileProblem } from './explain-failure.ts';
import type { Snapshot } from './snapshot.store.ts';

type Kind = {
  readonly open: (documentPlace: DocumentPlace) => DocumentFolder;
  /**
   * The present name of the table, then its former names, which it still has in a database that is
   * not migrated.
   */
  readonly tables: readonly string[];
  readonly rows: (sql: Queryable, table: string) => Fragment;
};

const kinds: Readonly<Record<FileFolder, Kind>> = {
  documents: { open: openDocumentFolder, tables: ['documents'], rows: documentsWithBytes },
  chats: { open: openChatFolder, tables: ['chat_messages'], rows: chatFilesWithBytes },
  mail: {
    open: openAttachmentFolder,
    tables: ['staff_mail_files', 'internal_mail_files'],
    rows: attachmentsWithBytes,
  },
};

export const openFileFolder = (folder: FileFolder, documentPlace: DocumentPlace): DocumentFolder =>
  kinds[folder].open(documentPlace);

/** Counts the files of all folders, without unfinished uploads. */
export async function countFiles(documentPlace: DocumentPlace): Promise<number> {
  let files = 0;
  for (const name of fileFolders) {
    const listed = openFileFolder(name, documentPlace).list();
    while (!(await listed.next()).done) files += 1;
  }
  return files;
}

export type BackupFile = {
  readonly folder: FileFolder;
  readonly file: FiledDocument;
  /** Null if the bytes are missing or differ from the stored digest. */
  readonly content: Buffer | null;
};

const PAGE = 500;

/**
 * Yields the files named by the snapshot's rows, each checked against its row's digest. Files
 * removed since the snapshot are skipped.
 */
export async function* readBackupFiles(
  owner: Database,
  { transaction, tables }: Snapshot,
  documentPlace: DocumentPlace,
): AsyncGenerator<BackupFile> {
  for (const name of fileFolders) {
    const { open, tables: names, rows } = kinds[name];
    // Databases of older releases may lack the table.
    const table = names.find((own) => tables.some((one) => one.name === own));
    if (!table) continue;
    const folder = open(documentPlace);
    for await (const page of transaction<FiledDocument[]>`${rows(transaction, table)}`.cursor(
      PAGE,
    )) {
      for (const file of page) {
        const content = await readContent(folder, file);
        if (content !== null || (await stillHasBytes(owner, rows(owner, table), file))) {
          yield { folder: name, file, content };
        }
      }
    }
  }
}

/**
 * Reads the whole file into memory, because a partly written file could not be removed from the
 * backup.
 */
async function readContent(folder: DocumentFolder, file: FiledDocument): Promise<Buffer | null> {
  try {
    const bytes = await folder.read(file);
    if (!bytes.ok) return null;
    const pieces: Buffer[] = [];
    for await (const piece of bytes.value) pieces.push(piece);
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw fileProblem(error, `read the document ${file.id}`);
  }
}

async function stillHasBytes(
  owner: Database,
  rows: Fragment,
  { portfolioId, id }: FiledDocument,
): Promise<boolean> {
  const found = await owner`
    select from (${rows}) found where portfolio_id = ${portfolioId} and id = ${id}`;
  return found.length > 0;
}
