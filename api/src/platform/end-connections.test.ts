import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { endConnections } from './end-connections.ts';

it('lets a server stop while a browser holds a connection that it has not used yet', async () => {
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

it('lets a request that is being answered finish', async () => {
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
