import type { DocumentType } from '@bursar/contracts/records/document-types';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { IncomingFile } from './document-folder.ts';
import { documentName } from './document-name.ts';
import { recogniseDocument } from './recognise-document.ts';
import { scanFile } from './scan-file.ts';

type Refused =
  | 'document_is_empty'
  | 'document_type_not_allowed'
  | 'document_is_infected'
  | 'scan_failed';

/** A received file of a recognised type, with the result of its scan. */
export type AdmittedFile = IncomingFile & {
  readonly name: string;
  readonly mediaType: DocumentType;
  readonly scan: 'clean' | 'not-scanned';
};

/** Checks a file's type and scans it before anything is stored. */
export async function admitFile(
  scanCommand: readonly string[] | null,
  { file, fileName }: { file: IncomingFile; fileName: string },
): Promise<Outcome<AdmittedFile, Refused>> {
  if (file.bytes === 0) return refuse('document_is_empty');
  const name = documentName(fileName);
  const mediaType = await recogniseDocument(file, name);
  if (!mediaType) return refuse('document_type_not_allowed');
  const scan = await scanFile(scanCommand, file.path);
  if (scan === 'infected') return refuse('document_is_infected');
  if (scan === 'failed') return refuse('scan_failed');
  return succeed({ ...file, name, mediaType, scan });
}
