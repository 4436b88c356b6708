import { isIPv6 } from 'node:net';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What `limitCalls` throws: the endpoints' boundary answers it by name. */
class TooManyCalls extends Error {
  readonly statusCode = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super('too many calls');
    this.seconds = seconds;
  }
}

export function secondsOfTooManyCalls(error: unknown): number | null {
  return error instanceof TooManyCalls ? error.seconds : null;
}

/** Lets routes say how many calls a minute one network may make of them; by default none is limited. */
export async function limitCalls(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(addressOf(request)),
    errorResponseBuilder: (_request, { ttl }) => new TooManyCalls(Math.ceil(ttl / 1000)),
    // Each process counts by itself; how much is left is nobody's business.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
  });
}

/** For a route's `config`. */
export const callsAMinute = (max: number) => ({ rateLimit: { max } });

/**
 * Where a request comes from. Once its connection is closed Node no longer knows, although Fastify's
 * type says it does: such requests count together, as from one address.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  const address: string | undefined = request.ip;
  return address ?? 'unknown';
}

/** Whoever has one IPv6 address has 2⁶⁴ of them: they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const all = tail === undefined ? first : [...first, ...zeros, ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
