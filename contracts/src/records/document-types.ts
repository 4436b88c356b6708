/** Maximum size of a document in bytes. */
export const documentBytesMax = 20 * 1000 * 1000;

/** Maximum number of attachments of a message in staff mail. */
export const attachmentsMax = 10;

/** Failures that every upload of a document, attachment or chat file can have. */
export const uploadFailures = [
  'body_too_large',
  'document_is_empty',
  'document_type_not_allowed',
  'document_is_infected',
  'scan_failed',
  'id_reused_with_different_content',
] as const;

/** Accepted file types by file extension. The content must be of that type. */
export const documentTypes = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
} as const;

export type DocumentType = (typeof documentTypes)[keyof typeof documentTypes];
