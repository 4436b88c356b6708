import { failureStatus, type FailureAnswer, type FailureCode } from '@bursar/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, secondsOfTooManyCalls } from './call-rate.ts';
import { isTakenId } from './database.ts';
import { failureSentence } from './failure-sentences.ts';
import type { Refusal } from './outcome.ts';
import { fieldOfUnfitValue, isUnfitValue } from './unfit-value.ts';
import { fieldSentences, unknownFieldNames } from './validation.ts';

/** Adds to the failure's JSON where the specification wants a second shape. */
export type ShapeFailure = (answer: FailureAnswer) => object;

/** Answers a refusal as JSON, with its sentence beside the field that it belongs to. */
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
 * What a file that fails before any of it is sent has had said of itself. Its stream has put that on
 * the raw answer too, where Fastify looks for a type as well.
 */
function forgetFile(reply: FastifyReply): void {
  for (const name of ['content-type', 'content-disposition', 'content-encoding']) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/** Refusals of the doors: whoever runs the product sees in its log that somebody tries them. */
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

/** Turns whatever was thrown into a named failure; the log keeps the cause under the request id. */
export function refusalOf(
  error: unknown,
  request: FastifyRequest,
): Refusal & { fields?: Record<string, string> } {
  const known = knownRefusal(error);
  if (known) return known;
  if (isUnfitValue(error)) {
    // The contract lets values through that the database does not take: worth a look.
    request.log.warn({ err: error }, 'a value does not fit the database');
    // Without a name: the request as a whole.
    const field = fieldOfUnfitValue(error, request) ?? '';
    return { code: 'invalid_request', fields: { [field]: UNFIT } };
  }
  request.log.error({ err: error }, 'call failed');
  if (isStorageFull(error)) return { code: 'storage_full' };
  return { code: isConnectionFailure(error) ? 'database_unreachable' : 'unexpected_failure' };
}

/** Beside a field whose value only the database refused. */
export const UNFIT = 'This is outside what can be kept.';

function knownRefusal(error: unknown): (Refusal & { fields?: Record<string, string> }) | null {
  if (!(error instanceof Error)) return null;
  if ('validation' in error && Array.isArray(error.validation)) {
    const fields = fieldSentences(error.validation);
    const unknown = unknownFieldNames(error.validation);
    if (unknown === null) return { code: 'invalid_request', fields };
    return { code: 'unknown_fields', fields, details: { fields: unknown } };
  }
  // Clients make ids: one that somebody out of sight has used is refused as one of their own.
  if (isTakenId(error)) return { code: 'id_reused_with_different_content' };
  const seconds = secondsOfTooManyCalls(error);
  if (seconds !== null) return { code: 'too_many_attempts', details: { seconds } };
  const status = 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return { code: 'body_too_large', details: { limit: '1 MB' } };
  if (status === 400 || status === 415) return { code: 'invalid_request' };
  return status === 404 ? { code: 'not_found' } : null;
}

/** Besides lost connections: a database that has no connection or memory left to give. */
const connectionFailures =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0\w|08\w{3}|53[0234]\w\w)/;

export function isConnectionFailure(error: unknown): boolean {
  return connectionFailures.test(codeOf(error));
}

/** The disk or the quota, of the database (SQLSTATE 53100) or of this machine. */
export function isStorageFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
