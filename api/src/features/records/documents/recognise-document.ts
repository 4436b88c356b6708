import { open, type FileHandle } from 'node:fs/promises';
import { fromFd, type Entry } from 'yauzl';
import { documentTypes, type DocumentType } from '@bursar/contracts/records/document-types';
import type { IncomingFile } from './document-folder.ts';

/** Returns the type of a file if its extension and its content agree; otherwise null. */
export async function recogniseDocument(
  file: IncomingFile,
  name: string,
): Promise<DocumentType | null> {
  const ending = /\.[a-z]+$/.exec(name.toLowerCase())?.[0] ?? '';
  const named = Object.entries(documentTypes).find(([known]) => known === ending)?.[1];
  if (!named) return null;
  const handle = await open(file.path, 'r');
  try {
    return (await isOfType(handle, named)) ? named : null;
  } finally {
    await handle.close();
  }
}

async function isOfType(handle: FileHandle, type: DocumentType): Promise<boolean> {
  switch (type) {
    case 'application/pdf':
      return startsWith(handle, Buffer.from('%PDF-'));
    case 'image/png':
      return startsWith(handle, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    case 'image/jpeg':
      return startsWith(handle, Buffer.from([0xff, 0xd8, 0xff]));
    case documentTypes['.docx']:
      return holdsPart(handle, 'word/document.xml');
    case documentTypes['.xlsx']:
      return holdsPart(handle, 'xl/workbook.xml');
    case 'text/csv':
    case 'text/plain':
      return isText(handle);
  }
}

async function startsWith(handle: FileHandle, start: Buffer): Promise<boolean> {
  const found = Buffer.alloc(start.length);
  await handle.read(found, 0, start.length, 0);
  return found.equals(start);
}

/**
 * Returns whether a file is text, which has no control characters except white space. Binary
 * formats usually contain others.
 */
async function isText(handle: FileHandle): Promise<boolean> {
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    // A stream without an encoding yields buffers.
    for (const byte of chunk as Buffer) {
      if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) {
        return false;
      }
    }
  }
  return true;
}

const PARTS_MAX = 5_000;

/**
 * Returns whether an Office package has its main part and no macros. Reads only the package's table
 * of contents.
 */
function holdsPart(handle: FileHandle, part: string): Promise<boolean> {
  return new Promise((resolve) => {
    fromFd(handle.fd, { autoClose: false, lazyEntries: true }, (error, zip) => {
      if (error) return resolve(false);
      let isThere = false;
      let parts = 0;
      zip.on('error', () => resolve(false));
      zip.on('end', () => resolve(isThere));
      zip.on('entry', ({ fileName }: Entry) => {
        parts += 1;
        if (parts > PARTS_MAX || fileName.endsWith('vbaProject.bin')) return resolve(false);
        isThere ||= fileName === part;
        return zip.readEntry();
      });
      return zip.readEntry();
    });
  });
}
