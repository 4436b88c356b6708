import type { FastifyRequest } from 'fastify';

/** SQLSTATE class 22: a value that a column, a type or a calculation of the database cannot take. */
export function isUnfitValue(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^22\w{3}$/.test(error.code)
  );
}

/** The field of the request that holds the value; none where PostgreSQL's message does not quote it. */
export function fieldOfUnfitValue(
  { message }: Error,
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): string | undefined {
  const [, quoted] = /"([^"]+)"/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  const waiting: { readonly path: string; readonly value: unknown }[] = [params, query, body].map(
    (value) => ({ path: '', value }),
  );
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) {
      if (path !== '' && String(value) === quoted) return path;
    } else {
      for (const [key, inner] of Object.entries(value)) {
        waiting.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
      }
    }
  }
  return undefined;
}
