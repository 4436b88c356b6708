/** What a document may weigh. */
export const documentBytesMax = 20 * 1000 * 1000;

/** How many of them one mail carries. */
export const attachmentsMax = 10;

/** What the upload of a file can be refused for, whatever it is filed with. */
export const uploadFailures = [
  'body_too_large',
  'document_is_empty',
  'document_type_not_allowed',
  'document_is_infected',
  'scan_failed',
  'id_reused_with_different_content',
] as const;

/** Kinds of files that are filed, by the ending of their name; the content must be of that kind. */
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
