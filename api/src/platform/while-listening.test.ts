import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { whileListening } from './while-listening.ts';

function openServer() {
  const app = fastify();
  const seen: string[] = [];
  let letOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  // Delays the hook of `whileListening`, as another hook such as a file cleanup can.
  app.addHook('onListen', () => held);
  whileListening(app, () => {
    seen.push('begun');
    return { stop: async () => void seen.push('stopped') };
  });
  return { app, seen, letOn };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('whileListening', () => {
  it('starts once the server listens, and stops when it closes', async () => {
    const { app, seen, letOn } = openServer();
    await app.ready();
    letOn();
    await turn();
    expect(seen).toEqual([]);
    await app.listen({ host: '127.0.0.1', port: 0 });
    await turn();
    expect(seen).toEqual(['begun']);
    await app.close();
    expect(seen).toEqual(['begun', 'stopped']);
  });

  it('starts nothing if the server closes first', async () => {
    const { app, seen, letOn } = openServer();
    await app.listen({ host: '127.0.0.1', port: 0 });
    await app.close();
    letOn();
    await turn();
    expect(seen).toEqual([]);
  });
});
