import type { FailureAnswer } from '@bursar/contracts/endpoint';
import { failureStatus, type FailureCode } from '@bursar/contracts/failure-status';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, secondsOfTooManyCalls } from './call-rate.ts';
import { isIdConflict } from './database.ts';
import { failureSentence } from './failure-sentences.ts';
import type { Refusal } from './outcome.ts';
import { codeOf, isConnectionFailure } from './postgres/connection-failures.ts';
import { fieldOfInvalidValue, isInvalidValue } from './invalid-value.ts';
import { fieldSentences, hiddenNameAt, unknownFieldNames } from './validation.ts';

/** Adds fields to the failure's JSON for endpoints whose specification requires another shape. */
export type ShapeFailure = (answer: FailureAnswer) => object;

/** Answers a refusal as JSON, with its message at the field that it concerns. */
export function answerRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal & { fields?: Record<string, string> },
  { shapeFailure }: { readonly shapeFailure?: ShapeFailure } = {},
): FastifyReply {
  const { code, details, field } = refusal;
  if (watched.has(code)) {
    const { method, routeOptions, session } = request;
    const ip = addressOf(request);
    const call = `${method} ${routeOptions.url ?? ''}`;
    request.log.warn({ refusal: code, call, ip, accountId: session?.account.id }, 'call refused');
  }
  const message = failureSentence(code, details);
  const fields = refusal.fields ?? (field ? { [field]: message } : undefined);
  const answer: FailureAnswer = {
    error: code,
    message,
    ...(fields && { fields }),
    ...(details && { details: { ...details } }),
    requestId: request.id,
  };
  const status = failureStatus[code];
  if (status === 503 || code === 'too_many_attempts') {
    reply.header('retry-after', String(details?.['seconds'] ?? 1));
  }
  forgetFile(reply);
  return reply.code(status).send(shapeFailure ? { ...answer, ...shapeFailure(answer) } : answer);
}

/**
 * Removes the headers of a file download that failed before its first byte. Its stream also set
 * them on the raw response, where Fastify looks for a content type.
 */
function forgetFile(reply: FastifyReply): void {
  for (const name of ['content-type', 'content-disposition', 'content-encoding']) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/** Refusals that are logged, so that operators can see attempts to break in. */
const watched: ReadonlySet<FailureCode> = new Set([
  'cross_site_request',
  'xsrf_token_mismatch',
  'permission_missing',
  'credentials_wrong',
  'account_not_active',
  'second_factor_code_wrong',
  'current_password_wrong',
  'too_many_attempts',
]);

/**
 * Maps any thrown error to a named failure. The cause of an unexpected error is logged under the
 * request id.
 */
export function refusalOf(
  error: unknown,
  request: FastifyRequest,
): Refusal & { fields?: Record<string, string> } {
  const known = knownRefusal(error);
  if (known) return known;
  if (isInvalidValue(error)) {
    // The contract permits a value that the database refuses, so the contract needs a check.
    request.log.warn({ err: error }, 'a value does not fit the database');
    // The empty name means the whole request.
    const field = fieldOfInvalidValue(error, request) ?? '';
    return { code: 'invalid_request', fields: { [field]: UNSTORABLE_VALUE } };
  }
  if (isCancelled(error)) {
    request.log.warn({ route: request.routeOptions.url }, 'a statement was cancelled');
    return { code: 'database_too_slow', details: { seconds: RETRY_READ_SECONDS } };
  }
  request.log.error({ err: error }, 'call failed');
  if (isStorageFull(error)) return { code: 'storage_full' };
  if (codeOf(error) === 'DOCUMENTS_UNREACHABLE') return { code: 'documents_unreachable' };
  if (lostConflicts.has(codeOf(error))) return { code: 'database_busy' };
  return { code: isConnectionFailure(error) ? 'database_unreachable' : 'unexpected_failure' };
}

/**
 * SQLSTATE codes of conflicts that PostgreSQL resolved by rolling back this call: serialization,
 * deadlock, lock timeout.
 */
const lostConflicts: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/** A client should not repeat a slow read at once, because it would take as long again. */
const RETRY_READ_SECONDS = 30;

/** The message for a field whose value the contract accepts but the database refuses. */
export const UNSTORABLE_VALUE = 'This is outside what can be kept.';

function knownRefusal(error: unknown): (Refusal & { fields?: Record<string, string> }) | null {
  if (!(error instanceof Error)) return null;
  if ('validation' in error && Array.isArray(error.validation)) {
    const fields = fieldSentences(error.validation);
    const unknown = unknownFieldNames(error.validation);
    if (unknown !== null) return { code: 'unknown_fields', fields, details: { fields: unknown } };
    const hidden = hiddenNameAt(error.validation);
    return hidden === undefined
      ? { code: 'invalid_request', fields }
      : { code: 'name_not_visible', field: hidden };
  }
  // Clients generate ids: an id that is used outside the caller's scope gets the same answer as one
  // of the caller's own.
  if (isIdConflict(error)) return { code: 'id_reused_with_different_content' };
  const seconds = secondsOfTooManyCalls(error);
  if (seconds !== null) return { code: 'too_many_attempts', details: { seconds } };
  const status = 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return { code: 'body_too_large', details: { limit: '1 MB' } };
  if (status === 400 || status === 415) return { code: 'invalid_request' };
  return status === 404 ? { code: 'not_found' } : null;
}

/** Returns whether a disk or quota is full, on the database (SQLSTATE 53100) or this machine. */
export function isStorageFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test(codeOf(error));
}

/**
 * Returns whether a statement was cancelled (57014), because it took too long or its caller
 * disconnected.
 */
function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}
