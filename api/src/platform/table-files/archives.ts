import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import { beyond, errorFinding, UnreadableTape } from './findings.ts';
import { openAs } from './read-workbook.ts';
import { noTable, recogniseFile } from './recognise-file.ts';
import { spoolUpload, type TapeBytes } from './tape-file.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

export type OpenedFile = TapeBytes & { readonly close: () => Promise<void> };

const FILES_NAMED = 10;

/**
 * Opens the one table in a ZIP archive, or the file itself if it is not an archive or is a
 * workbook. The caller closes it.
 */
export async function openTable(file: TapeBytes): Promise<OpenedFile> {
  const archive = await openArchive(file);
  if (!archive) return { ...file, close: () => Promise.resolve() };
  const [only, ...others] = archive.names;
  if (only === undefined || others.length > 0) {
    const details = { files: archive.names.slice(0, FILES_NAMED).join(', ') };
    throw new UnreadableTape(errorFinding('archive_has_several_tables', { details }));
  }
  return unpack(archive.parts, only);
}

type Archive = { readonly parts: ZipParts; readonly names: readonly string[] };

/** Returns null if the file is no archive, or a workbook or other document stored as one. */
async function openArchive(file: TapeBytes): Promise<Archive | null> {
  const recognised = await recogniseFile(file, 'utf-8');
  if (recognised.kind !== 'archive') return null;
  return openAs('damaged-workbook', async () => {
    const parts = await openZip(file);
    if (isDocument(parts)) return null;
    const files = parts.names.filter((name) => !isHelper(name));
    const tables = files.filter((name) => !notTables.test(name) && !archives.test(name));
    if (tables.length === 0) throw noTableIn(files);
    if (parts.unpackedBytes > TAPE_BYTES_MAX) {
      throw beyond('archive_unpacks_too_large', TAPE_BYTES_MAX);
    }
    return { parts, names: tables };
  });
}

function noTableIn(files: readonly string[]): UnreadableTape {
  const nested = files.filter((name) => archives.test(name));
  if (nested.length === 0) return noTable('zip');
  const details = { files: nested.slice(0, FILES_NAMED).join(', ') };
  return new UnreadableTape(errorFinding('archive_holds_archive', { details }));
}

/**
 * Unpacks a file of an archive to an unnamed temporary file, so paths in the archive have no
 * effect.
 */
async function unpack(parts: ZipParts, name: string): Promise<OpenedFile> {
  const file = await openAs('damaged-archive', () => spoolUpload(parts.read(name), name));
  if (!file) throw beyond('archive_unpacks_too_large', TAPE_BYTES_MAX);
  const { fd, bytes, handle } = file;
  return { fd, bytes, close: () => handle.close() };
}

/** Recognises workbooks and other documents that are archives themselves. */
const isDocument = (parts: ZipParts): boolean =>
  parts.has('[Content_Types].xml') ||
  parts.has('_rels/.rels') ||
  parts.has('xl/workbook.xml') ||
  parts.has('META-INF/manifest.xml');

/** Recognises folders, and files that operating systems and senders add. */
function isHelper(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  const isAdded = path.startsWith('__MACOSX/') || /^(\.|thumbs\.db$|desktop\.ini$)/i.test(name);
  return name === '' || isAdded || /^(read[-_ ]?me|licen[cs]e|checksums?)\b/i.test(name);
}

const notTables = /\.(pdf|docx?|rtf|html?|md|png|jpe?g|gif|tiff?|sig|asc|p7s|md5|sha\d+)$/i;
const archives = /\.(zip|gz|tgz|bz2|xz|7z|rar|tar)$/i;
