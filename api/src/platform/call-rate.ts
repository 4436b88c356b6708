import { isIPv6 } from 'node:net';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callCounter, forgetCalls } from './count-calls.ts';
import type { Database } from './database.ts';
import { repeatWhileListening } from './repeat.ts';

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

const FORGET_EVERY_MS = 10 * 60_000;

/**
 * Lets routes limit the calls per minute from one network; routes are unlimited by default. All
 * processes count together, in the database.
 */
export async function limitCalls(app: FastifyInstance, database: Database): Promise<void> {
  repeatWhileListening(app, {
    everyMs: FORGET_EVERY_MS,
    run: () => forgetCalls(database),
    onFailure: (error) => app.log.warn({ err: error }, 'old counts of calls wait for removal'),
  });
  await app.register(fastifyRateLimit, {
    store: callCounter(database),
    // Do not refuse a call because its count failed: without the database, the call itself fails
    // with its own explanation.
    skipOnError: true,
    global: false,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(addressOf(request)),
    errorResponseBuilder: (_request, { ttl }) => new TooManyCalls(Math.ceil(ttl / 1000)),
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

/**
 * Returns the network of an address. For IPv6, it is the first 64 bits, because one subscriber
 * usually has all addresses with these bits. An IPv4 address is a network of its own.
 */
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
