import { isIPv6 } from 'node:net';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Thrown by `limitCalls`; the endpoint boundary maps it to a named failure. */
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

/** Lets routes limit the calls per minute from one network; routes are unlimited by default. */
export async function limitCalls(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(addressOf(request)),
    errorResponseBuilder: (_request, { ttl }) => new TooManyCalls(Math.ceil(ttl / 1000)),
    // Each process counts separately, so the remaining count would mislead clients.
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

/** Returns the rate limit for a route's `config`. */
export const callsAMinute = (max: number) => ({ rateLimit: { max } });

/**
 * Returns the client's address. After the connection closes Node no longer knows it, despite
 * Fastify's type; such requests share one bucket.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  const address: string | undefined = request.ip;
  return address ?? 'unknown';
}

/** One subscriber usually gets 2⁶⁴ IPv6 addresses (a /64), so they count as one network. */
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
