import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AnswerOf, Endpoint, FailureOf } from '@bursar/contracts/endpoint';
import { addressOf, callsAMinute } from './call-rate.ts';
import type { Clock } from './clock.ts';
import { commandContextOf, type CommandContext } from './command-context.ts';
import type { Database } from './database.ts';
import { schemasOf } from './endpoint-schemas.ts';
import { isInNetworks } from './networks.ts';
import type { ProcessRole } from './operation-settings.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SessionCache } from './session-cache.ts';
import { openReading, type Reading } from './postgres/readings.ts';
import { refuse, succeed, type Outcome } from './outcome.ts';
import { answerRefusal, refusalOf, type ShapeFailure } from './refusals.ts';
import { findSession, findSessionEnd, type Session, type SessionRow } from './session.ts';
import { xsrfTokenMatches } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** The contract that the route was bound from; undefined for routes without one. */
    endpoint?: Endpoint;
  }
}

/** The dependencies of every feature's routes; routes have no state of their own. */
export type Platform = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  /** Every bound endpoint, for tests over all endpoints. */
  readonly endpoints: Endpoint[];
  /** This process's cache of session look-ups, or null. */
  readonly sessions: SessionCache<SessionRow> | null;
  /** This process's cache of expensive answers, or null. */
  readonly answers: ResponseCache | null;
  /**
   * The server's public address for links in emails; it comes from settings, never from a request.
   */
  readonly publicUrl: () => string;
  /** Finds the session of an API key; null if the key is invalid or its owner is not active. */
  readonly findKeySession: (secret: string) => Promise<Session | null>;
  readonly role: ProcessRole;
  /** Time limit of a read; longer reads are ended. */
  readonly readWithinMs: number;
  /** False if no mail server is set. */
  readonly isMailDelivered: boolean;
  /** Whether menus list the demo pages. */
  readonly showsDemoPages: boolean;
};

type PartOf<
  E extends Endpoint,
  Part extends 'params' | 'query' | 'body',
> = E[Part] extends z.ZodType ? z.output<E[Part]> : undefined;

export type Call<E extends Endpoint> = {
  readonly params: PartOf<E, 'params'>;
  readonly query: PartOf<E, 'query'>;
  readonly body: PartOf<E, 'body'>;
  readonly session: E['access'] extends 'public' ? null : Session;
  /** The context for commands; null for public endpoints, which need no session. */
  readonly context: E['access'] extends 'public' ? null : CommandContext;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<Answered<E>, FailureOf<E> | 'not_found' | 'invalid_request'>>;

/** A file can be a stream, so that its length costs no memory. */
type Answered<E extends Endpoint> = E extends { answerType: string }
  ? string | Buffer | Readable
  : AnswerOf<E>;

type Binding<Called = never> = {
  readonly shapeFailure?: ShapeFailure;
  /**
   * Maximum number of calls per minute from one network, for endpoints that frequent calls can
   * abuse.
   */
  readonly callsAMinute?: number;
  /**
   * Returns whether the answer may be cached until a change is notified: docs/decisions/0019.
   * Allowed only if the answer depends on nothing but scope, day and query, and all its tables have
   * triggers that notify.
   */
  readonly isCached?: (call: Called) => boolean;
  /**
   * Set for frequent changes that affect no session look-up, so that the session cache is not
   * cleared.
   */
  readonly leavesSessions?: boolean;
};

/**
 * Binds a contract to its handler. This is the only place that checks calls (session, XSRF token,
 * permission, then validation) and turns outcomes into HTTP answers.
 */
export function bindEndpoint<const E extends Endpoint>(
  platform: Platform,
  endpoint: E,
  handler: Handler<E>,
  binding: Binding<Call<E>> = {},
): void {
  const { app, endpoints } = platform;
  const [method, path] = splitKey(endpoint);
  endpoints.push(endpoint);
  app.route({
    method,
    url: path,
    schema: schemasOf(endpoint),
    // A live stream never ends, so a HEAD request for it would never return.
    exposeHeadRoute: endpoint.answerType !== 'text/event-stream',
    config: { endpoint, ...(binding.callsAMinute && callsAMinute(binding.callsAMinute)) },
    errorHandler: (error, request, reply) => {
      const refusal = refusalOf(error, request);
      return answerRefusal(request, reply, refusal, binding);
    },
    onRequest: async (request, reply) => {
      const entry = await enter(platform, endpoint, request);
      if (!entry.ok) return answerRefusal(request, reply, entry.refusal, binding);
      request.session = entry.value;
      return undefined;
    },
    handler: async (request, reply) => {
      // Fastify has validated these parts by the schemas that their types come from.
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        session: request.session,
        context:
          request.session &&
          commandContextOf(platform.clock, { session: request.session, requestId: request.id }),
        requestId: request.id,
        request,
        reply,
      } as unknown as Call<E>;
      const run = (): ReturnType<Handler<E>> => handler(call);
      const outcome = binding.isCached?.(call)
        ? await cacheWrittenAnswer<E>(platform, call, {
            name: `${endpoint.key} ${JSON.stringify(call.query)}`,
            read: run,
          })
        : method === 'GET'
          ? await readFor(platform, reply, run)
          : await run().finally(() => clearCaches(platform, request.session, binding));
      if (!outcome.ok) return answerRefusal(request, reply, outcome.refusal, binding);
      const { answerType } = endpoint;
      const isFile = answerType !== 'text/event-stream' && outcome.value instanceof Readable;
      if (isFile) await begin(outcome.value);
      if (answerType) reply.type(mediaType(answerType));
      return reply.send(outcome.value);
    },
  });
}

/** Runs a read. Its statements are cancelled if it takes too long or its caller disconnects. */
function readFor<Result>(
  { readWithinMs }: Platform,
  reply: FastifyReply,
  read: () => Promise<Result>,
): Promise<Result> {
  const reading = openReading(readWithinMs, { isPart: true });
  reading.addCall(reply.raw);
  return reading.run(read);
}

/** The reads of cached answers, which several calls may wait for. */
const sharedReadings = new WeakMap<object, Reading>();

/**
 * Caches the serialised answer, so that equal calls repeat neither the query nor the serialisation.
 * Refusals are not cached.
 */
async function cacheWrittenAnswer<E extends Endpoint>(
  platform: Platform,
  { session, reply }: Pick<Call<E>, 'session' | 'reply'>,
  { name, read }: { name: string; read: () => ReturnType<Handler<E>> },
) {
  const { answers, readWithinMs } = platform;
  if (!answers || !session) return readFor(platform, reply, read);
  const write = async () => {
    const outcome = await read();
    if (!outcome.ok) return outcome;
    // Serialisers compiled from JSON schemas return text.
    return succeed(Buffer.from(reply.serialize(outcome.value) as string));
  };
  const bytesOf = (written: Awaited<ReturnType<typeof write>>) =>
    written.ok ? written.value.length : null;
  reply.type('application/json; charset=utf-8');
  const share = () => {
    const reading = openReading(readWithinMs);
    const answer = reading.run(write);
    sharedReadings.set(answer, reading);
    return answer;
  };
  const answer = answers.find({ name, session, read: share, bytesOf });
  const reading = sharedReadings.get(answer);
  // The shared read was cancelled: its callers disconnected, or its time ran out.
  if (reading?.isEnded()) return readFor(platform, reply, write);
  reading?.addCall(reply.raw);
  return answer;
}

/**
 * Clears the cached answers of the caller's portfolio, or all of them for an administrator, so that
 * the caller reads their own change at once. Also clears the session cache, unless `leavesSessions`
 * is set. A call without a session clears no answers, because such callers read no portfolio data.
 */
function clearCaches(
  { sessions, answers }: Platform,
  session: Session | null,
  { leavesSessions = false }: Pick<Binding, 'leavesSessions'>,
): void {
  if (!leavesSessions) sessions?.forget();
  if (session) answers?.forget(session.account.portfolioId);
}

/** Waits for a file's first bytes, because until then a failure can still be answered as JSON. */
async function begin(file: Readable): Promise<void> {
  if (file.readableLength === 0) await once(file, 'readable');
}

const mediaType = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;

async function enter(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Outcome<Session | null>> {
  if (endpoint.access === 'public') return { ok: true, value: null };
  const secret = apiKeyOf(request);
  return secret === null
    ? enterByCookies(platform, endpoint, request)
    : enterByKey(platform, endpoint, { secret, request });
}

/**
 * Returns the API key of a request; null if there is none. No page of another site can send this
 * header, so a call with a key needs no XSRF token.
 */
function apiKeyOf({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization === undefined ? null : authorization.replace(/^Bearer +/i, '');
}

async function enterByKey(
  { findKeySession }: Platform,
  { access }: Endpoint,
  { secret, request }: { readonly secret: string; readonly request: FastifyRequest },
): Promise<Outcome<Session>> {
  const session = await findKeySession(secret);
  if (!session) return refuse('not_signed_in');
  if (!isInNetworks(addressOf(request), session.networks))
    return refuse('address_not_allowed', { details: { address: addressOf(request) } });
  if (session.lacksSecondFactor) return refuse('second_factor_missing');
  if (session.isShutOut) return refuse('under_maintenance', { details: { seconds: 60 } });
  // Endpoints for every signed-in user are personal: the profile, messages and decisions.
  if (access === 'public' || access === 'signed-in') return refuse('not_for_api_keys');
  if (!session.permissions.has(access)) return refuse('permission_missing');
  return { ok: true, value: session };
}

async function enterByCookies(
  { database, clock, sessions }: Platform,
  { access, key, worksLocked, worksWithoutFactor }: Endpoint,
  request: FastifyRequest,
): Promise<Outcome<Session>> {
  const session = await findSession(request, { database, clock, sessions });
  if (!session) {
    const reason = await findSessionEnd(request, { database, clock });
    return refuse('not_signed_in', reason ? { details: { reason } } : {});
  }
  if (!key.startsWith('GET ') && !xsrfTokenMatches(request)) return refuse('xsrf_token_mismatch');
  if (!isInNetworks(addressOf(request), session.networks))
    return refuse('address_not_allowed', { details: { address: addressOf(request) } });
  if (session.isShutOut) return refuse('under_maintenance', { details: { seconds: 60 } });
  if (session.isLocked && !worksLocked) return refuse('session_locked');
  if (session.lacksSecondFactor && !worksWithoutFactor) return refuse('second_factor_missing');
  if (access !== 'public' && access !== 'signed-in' && !session.permissions.has(access)) {
    return refuse('permission_missing');
  }
  return { ok: true, value: session };
}

export function splitKey({ key }: Pick<Endpoint, 'key'>): [HTTPMethods, string] {
  const [method, path] = key.split(' ');
  // The key's type is `METHOD /api/…`, so both parts exist.
  return [method as HTTPMethods, path as string];
}
