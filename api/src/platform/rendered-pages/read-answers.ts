import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The headers that decide about a call: who makes it, from where, and in which language. */
const passedOn = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

/**
 * Sends the GET calls that the browser would send, inside this process. Returns their answers as
 * JSON by address, or null if a call is refused.
 */
export async function readAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  reads: readonly string[],
): Promise<Readonly<Record<string, string>> | null> {
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const answers = await Promise.all(
    reads.map(async (url) => {
      const { statusCode, body } = await app.inject({
        method: 'GET',
        url,
        headers,
        remoteAddress: request.socket.remoteAddress ?? '',
      });
      return statusCode === 200 ? ([url, body] as const) : null;
    }),
  );
  return answers.every((answer) => answer !== null) ? Object.fromEntries(answers) : null;
}
