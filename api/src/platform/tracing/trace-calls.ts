import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onAskedStatement, onFinishedStatement } from '../postgres/statements.ts';
import type { Tracing } from './open-tracing.ts';

/**
 * Sends a trace of each call, with its statements, to the collector at `endpoint` (OTLP over HTTP).
 * Without an endpoint, nothing is loaded or measured. Spans contain the route's template and
 * statements with placeholders, so they contain no borrower data.
 */
export function traceCalls(app: FastifyInstance, endpoint: string | null): void {
  if (endpoint === null) return;
  let tracing: Tracing | null = null;
  let loading: Promise<void> | null = null;
  // The libraries are loaded after the server listens, so that they do not delay its start.
  app.addHook('onListen', () => {
    loading = import('./open-tracing.ts').then(({ openTracing }) => {
      tracing = openTracing(endpoint);
    });
  });
  app.addHook('onClose', async () => {
    await loading;
    await tracing?.stop();
  });
  const spans = new WeakMap<FastifyRequest, Span>();
  const current = new AsyncLocalStorage<Span>();
  app.addHook('onRequest', (request, _reply, next) => {
    const span = tracing?.startCall(request.headers['traceparent']);
    if (!span) return next();
    spans.set(request, span);
    current.run(span, next);
  });
  // A body is read in its socket's async context, so enter the call's own context again.
  app.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request);
    if (span) current.run(span, next);
    else next();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    const route = request.routeOptions.url ?? 'page';
    if (span) tracing?.endCall(span, { method: request.method, route, status: reply.statusCode });
  });
  traceStatements(app, { current, tracing: () => tracing });
}

function traceStatements(
  app: FastifyInstance,
  calls: {
    readonly current: AsyncLocalStorage<Span>;
    readonly tracing: () => Tracing | null;
  },
): void {
  const parents = new WeakMap<object, Span>();
  // A statement ends in its connection's async context, so its call is stored when it is requested.
  const stopAsked = onAskedStatement((query) => {
    const span = calls.current.getStore();
    if (span) parents.set(query, span);
  });
  const stopFinished = onFinishedStatement(({ query, text, ms }) => {
    const parent = parents.get(query);
    if (parent) calls.tracing()?.addStatement(parent, { text, ms });
  });
  app.addHook('onClose', async () => {
    stopAsked();
    stopFinished();
  });
}
