import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { endConnections } from './end-connections.ts';

it('a server stops even if a browser holds an unused connection', async () => {
  const app = fastify();
  endConnections(app, { isTls: false });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const arrived = once(app.server, 'connection');
  const held = connect(Number(address.port), address.hostname);
  const gone = once(held, 'close');
  await arrived;
  await app.close();
  await expect(gone).resolves.toBeDefined();
});

it('a server finishes a running request before it stops', async () => {
  const app = fastify();
  endConnections(app, { isTls: false });
  const steps = new EventEmitter();
  app.get('/', async () => {
    steps.emit('asked');
    await once(steps, 'finish');
    return 'done';
  });
  const asked = once(steps, 'asked');
  const response = fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
  await asked;
  const closed = app.close();
  steps.emit('finish');
  expect(await (await response).text()).toBe('done');
  await closed;
});

it('a server that stops tells clients to retry, and resets no connection', async () => {
  const app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
  endConnections(app, { isTls: false });
  app.get('/', async () => 'done');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  let done = 0;
  const last = Array.from({ length: 8 }, async () => {
    for (;;) {
      const response = await fetch(address);
      const body = await response.text();
      if (body !== 'done') return [response.status, response.headers.get('connection'), body];
      done += 1;
    }
  });
  await expect.poll(() => done).toBeGreaterThan(20);
  await app.close();
  for (const heard of await Promise.all(last)) {
    expect(heard).toEqual([503, 'close', expect.stringMatching(/^\{"error":"server_stopping"/)]);
  }
});
