import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { traceCalls } from './trace-calls.ts';

type SentSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
};
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** Receives traces as an OpenTelemetry collector does. */
async function openCollector() {
  const spans: SentSpan[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // The exporter wrote the body in the format of OTLP.
      const { resourceSpans } = body as Sent;
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A listening TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return { spans, endpoint: `http://127.0.0.1:${port}/` };
}

it('sends each call with its statements to the collector, without values', async () => {
  const { database } = await createTestDatabase();
  const { spans, endpoint } = await openCollector();
  const app = fastify();
  traceCalls(app, endpoint);
  app.post('/things/:id', async () => database`select ${'a value'}::text`);
  await app.listen({ port: 0 });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  // The libraries are loaded after the server listens; until then calls are not traced.
  await import('./open-tracing.ts');
  await app.inject({ method: 'POST', url: '/things/7', headers, payload: { secret: 'Jane' } });
  await app.close();
  const call = spans.find(({ name }) => name === 'POST /things/:id');
  expect(call).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(JSON.stringify(statements)).toContain('"select $1::text"');
  expect(statements.map((span) => span.traceId)).toEqual(statements.map(() => traceId));
  expect(JSON.stringify(spans)).not.toMatch(/a value|Jane|things\/7/);
});

it('measures nothing if no collector is configured', async () => {
  const app = fastify();
  traceCalls(app, null);
  app.get('/', async () => 'here');
  expect((await app.inject('/')).body).toBe('here');
  await app.close();
});
