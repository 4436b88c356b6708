import type { FastifyRequest } from 'fastify';
import { leavesOf } from '@bursar/contracts/sent-values';

/**
 * Returns whether the error is of SQLSTATE class 22: the database cannot store or calculate the
 * value.
 */
export function isInvalidValue(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^22\w{3}$/.test(error.code)
  );
}

/**
 * Returns the request field with the value that PostgreSQL's message quotes; undefined if the
 * message quotes none or no field has it.
 */
export function fieldOfInvalidValue(
  { message }: Error,
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): string | undefined {
  const [, quoted] = /"([^"]+)"/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  for (const part of [params, query, body]) {
    for (const { path, value } of leavesOf(part)) {
      if (path !== '' && String(value) === quoted) return path;
    }
  }
  return undefined;
}
