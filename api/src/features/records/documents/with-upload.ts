import { documentBytesMax } from '@bursar/contracts/records/document-types';
import type { FailureCode } from '@bursar/contracts/failure-status';
import type { FastifyRequest } from 'fastify';
import { refuse, type Outcome } from '../../../platform/outcome.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import type { DocumentFolder, IncomingFile } from './document-folder.ts';

/**
 * Receives a streamed body up to the limit. The temporary file is always removed at the end; a
 * command that stores the file makes its own copy or link.
 */
export async function withUpload<Value, Code extends FailureCode>(
  folder: DocumentFolder,
  request: FastifyRequest,
  run: (file: IncomingFile) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | 'body_too_large' | 'invalid_request'>> {
  const tooLarge = refuse('body_too_large', { details: { limit: '20 MB' } });
  if (Number(request.headers['content-length'] ?? 0) > documentBytesMax) return tooLarge;
  const file = await receive(folder, request);
  if (file === 'cut-off') return refuse('invalid_request');
  if (!file) return tooLarge;
  try {
    return await run(file);
  } finally {
    await folder.discard(file);
  }
}

/**
 * Receives the upload. Returns `cut-off` if the connection was interrupted, which is not an error,
 * because no client waits for the answer.
 */
async function receive(folder: DocumentFolder, request: FastifyRequest) {
  try {
    return await folder.receive(uploadOf(request), documentBytesMax);
  } catch (error) {
    if (request.raw.readableAborted) return 'cut-off';
    throw error;
  }
}
