import { z } from 'zod';
import { uploadFailures } from './document-types.ts';
import { endpoint } from '../endpoint.ts';
import { instant, nameText, namedRef, uuid } from '../values.ts';

const document = z.object({
  id: uuid,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** The digest in lower-case hexadecimal. */
  sha256: z.string(),
  /** The result of the virus scanner, if one is set up. */
  scan: z.enum(['clean', 'not-scanned']),
  filedBy: namedRef,
  filedAt: instant,
  /** Set if the document was withdrawn. Its bytes are deleted, but the record remains. */
  withdrawn: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
});
export type LoanDocument = z.infer<typeof document>;

/** A document in a list of several loans, with the loan that it is filed on. */
export const borrowerDocument = document.extend({
  loan: z.object({ id: uuid, reference: z.string() }),
});
export type BorrowerDocument = z.infer<typeof borrowerDocument>;

export const listDocuments = endpoint({
  key: 'GET /api/loans/:loanId/documents',
  summary: 'List documents of a loan, newest first, including withdrawn ones.',
  access: 'read-loans',
  params: z.object({ loanId: uuid }),
  answer: z.object({ documents: z.array(document) }),
  failures: ['not_found'],
});
export type ListDocuments = typeof listDocuments;

export const fileDocument = endpoint({
  key: 'POST /api/documents',
  summary:
    'Add a document to a loan: PDF, PNG, JPEG, DOCX, XLSX, CSV or text, at most 20 MB. The content decides the type.',
  access: 'file-documents',
  query: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    loanId: uuid,
    fileName: nameText.min(1).max(255),
  }),
  streamedBody: 'application/octet-stream',
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: ['not_found', ...uploadFailures],
});
export type FileDocument = typeof fileDocument;

const documentParams = z.object({ documentId: uuid });

export const readDocument = endpoint({
  key: 'GET /api/documents/:documentId/content',
  summary: 'Download a document, unchanged.',
  access: 'read-loans',
  params: documentParams,
  answer: z.string(),
  answerType: 'application/octet-stream',
  failures: ['not_found', 'document_missing', 'document_damaged'],
});
export type ReadDocument = typeof readDocument;

export const withdrawDocument = endpoint({
  key: 'POST /api/documents/:documentId/withdraw',
  summary: 'Withdraw a document with a reason. Deletes its bytes; its record remains.',
  access: 'file-documents',
  params: documentParams,
  body: z.object({ reason: z.string().max(500) }),
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'reason_missing', 'document_not_yours', 'document_already_withdrawn'],
});
export type WithdrawDocument = typeof withdrawDocument;
