import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AnswerOf, Endpoint, FailureOf } from '@bursar/contracts/endpoint';
import { callsAMinute } from './call-rate.ts';
import type { Clock } from './clock.ts';
import { commandContextOf, type CommandContext } from './command-context.ts';
import type { Database } from './database.ts';
import { schemasOf } from './endpoint-schemas.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { KeptSessions } from './kept-sessions.ts';
import { refuse, succeed, type Outcome } from './outcome.ts';
import { answerRefusal, refusalOf, type ShapeFailure } from './refusals.ts';
import { findSession, findSessionEnd, type Session, type SessionRow } from './session.ts';
import { xsrfTokenMatches } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** What the route was bound from; a route of no contract has none. */
    endpoint?: Endpoint;
  }
}

/** What every feature's routes are given: they hold no state of their own. */
export type Platform = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  /** Every endpoint that was bound, for the API's description and for tests over all of them. */
  readonly endpoints: Endpoint[];
  /** What this process keeps of session look-ups, if it does. */
  readonly sessions: KeptSessions<SessionRow> | null;
  /** What this process keeps of answers that cost much, if it does. */
  readonly answers: KeptAnswers | null;
  /** Where people reach this server, for links in mails: from settings, never from a request. */
  readonly publicUrl: () => string;
  /** False where no mail server is set. */
  readonly isMailDelivered: boolean;
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
  /** For a command; a call that needs no session has none. */
  readonly context: E['access'] extends 'public' ? null : CommandContext;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<Answered<E>, FailureOf<E> | 'not_found' | 'invalid_request'>>;

/** A file may come as a stream, so that its length costs no memory. */
type Answered<E extends Endpoint> = E extends { answerType: string }
  ? string | Buffer | Readable
  : AnswerOf<E>;

type Binding<Called = never> = {
  readonly shapeFailure?: ShapeFailure;
  /** How many calls one network may make, where calling much is a harm by itself. */
  readonly callsAMinute?: number;
  /**
   * Whether a call's answer may be kept until word of a change: docs/decisions/0019. Only for what
   * scope, day and query alone decide, over tables that send that word.
   */
  readonly isKept?: (call: Called) => boolean;
  /** A change, asked for often, that touches nothing a session look-up answers: those kept stay. */
  readonly leavesSessions?: boolean;
};

/**
 * Binds a contract to its handler. The one place where a call is let in: session, XSRF token,
 * permission, then validation; and where outcomes become HTTP answers.
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
    // A live stream never ends, so a HEAD request for it would wait for ever.
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
      const outcome = binding.isKept?.(call)
        ? await keepWritten<E>(platform, call, {
            name: `${endpoint.key} ${JSON.stringify(call.query)}`,
            read: () => handler(call),
          })
        : await handler(call).finally(() => {
            if (method !== 'GET') forgetKept(platform, request.session, binding);
          });
      if (!outcome.ok) return answerRefusal(request, reply, outcome.refusal, binding);
      const { answerType } = endpoint;
      const isFile = answerType !== 'text/event-stream' && outcome.value instanceof Readable;
      if (isFile) await begin(outcome.value);
      if (answerType) reply.type(mediaType(answerType));
      return reply.send(outcome.value);
    },
  });
}

/**
 * What may be kept is kept as it is sent, so that neither rows nor text are made for whoever asks the
 * same. A refusal is not kept.
 */
async function keepWritten<E extends Endpoint>(
  { answers }: Platform,
  { session, reply }: Pick<Call<E>, 'session' | 'reply'>,
  { name, read }: { name: string; read: () => ReturnType<Handler<E>> },
) {
  if (!answers || !session) return read();
  const write = async () => {
    const outcome = await read();
    if (!outcome.ok) return outcome;
    // Serialisers compiled from JSON schemas answer text.
    return succeed(Buffer.from(reply.serialize(outcome.value) as string));
  };
  const bytesOf = (written: Awaited<ReturnType<typeof write>>) =>
    written.ok ? written.value.length : null;
  reply.type('application/json; charset=utf-8');
  return answers.find({ name, session, read: write, bytesOf });
}

/** Whoever changed something reads it at once; without a session nothing of a portfolio is read. */
function forgetKept(
  { sessions, answers }: Platform,
  session: Session | null,
  { leavesSessions = false }: Pick<Binding, 'leavesSessions'>,
): void {
  if (!leavesSessions) sessions?.forget();
  if (session) answers?.forget(session.account.portfolioId);
}

/** Waits until a file's first bytes are there: what fails before them is still told in words. */
async function begin(file: Readable): Promise<void> {
  if (file.readableLength === 0) await once(file, 'readable');
}

const mediaType = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;

async function enter(
  { database, clock, sessions }: Platform,
  { access, key, worksLocked }: Endpoint,
  request: FastifyRequest,
): Promise<Outcome<Session | null>> {
  if (access === 'public') return { ok: true, value: null };
  const session = await findSession(request, { database, clock, sessions });
  if (!session) {
    const reason = await findSessionEnd(request, { database, clock });
    return refuse('not_signed_in', reason ? { details: { reason } } : {});
  }
  if (!key.startsWith('GET ') && !xsrfTokenMatches(request)) return refuse('xsrf_token_mismatch');
  if (session.isShutOut) return refuse('under_maintenance', { details: { seconds: 60 } });
  if (session.isLocked && !worksLocked) return refuse('session_locked');
  if (access !== 'signed-in' && !session.permissions.has(access)) {
    return refuse('permission_missing');
  }
  return { ok: true, value: session };
}

export function splitKey({ key }: Pick<Endpoint, 'key'>): [HTTPMethods, string] {
  const [method, path] = key.split(' ');
  // The key's type is `METHOD /api/…`, so both parts are there.
  return [method as HTTPMethods, path as string];
}
