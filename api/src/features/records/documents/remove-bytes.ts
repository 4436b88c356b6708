import type { FastifyBaseLogger } from 'fastify';
import type { DocumentFolder, DocumentKey } from './document-folder.ts';

export type Removal = { readonly folder: DocumentFolder; readonly log: FastifyBaseLogger };

/**
 * Removes the bytes of a file after its record was changed. A failure is logged and not answered,
 * because the change has happened; the next sweep removes the bytes.
 */
export async function removeBytes(
  { folder, log }: Removal,
  { portfolioId, id }: DocumentKey,
): Promise<void> {
  try {
    await folder.remove({ portfolioId, id });
  } catch (err) {
    log.error({ err, documentId: id }, 'the bytes of a document could not be removed yet');
  }
}
