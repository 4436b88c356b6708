import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { limitBodies, uploadOf } from './request-bodies.ts';

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function listen() {
  const app = fastify();
  closing.push(() => app.close());
  limitBodies(app, { everyMs: 100, leastBytes: 1000 });
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  app.post('/json', async () => 'read');
  app.post('/few', async (asked, reply) => {
    let bytes = 0;
    for await (const chunk of uploadOf(asked)) {
      bytes += chunk.length;
      if (bytes > 1000) return reply.code(413).send('too much');
    }
    return 'read';
  });
  return new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
}

it.each([
  ['/json', 'application/json'],
  ['/few', 'application/octet-stream'],
])('a body to %s that arrives too slowly is refused with a reason', async (path, type) => {
  const { port, hostname } = await listen();
  const socket = connect(Number(port), hostname);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n`;
  socket.write(head);
  const drip = setInterval(() => socket.write(' '), 20);
  // Sending a byte while the server closes the connection fails, which is expected.
  socket.once('data', () => clearInterval(drip)).once('error', () => socket.destroy());
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('"error":"request_too_slow"');
});

it('a slow but steady body is accepted', async () => {
  const { port, hostname } = await listen();
  const sent = request({ port, hostname, path: '/json', method: 'POST', headers: json });
  const body = JSON.stringify('x'.repeat(6000));
  for (let start = 0; start < body.length; start += 1000) {
    sent.write(body.slice(start, start + 1000));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  sent.end();
  const [answer] = await once(sent, 'response');
  expect(answer.statusCode).toBe(200);
});

it('a connection whose upload was refused half-way serves the next request', async () => {
  const { port, hostname } = await listen();
  const socket = connect(Number(port), hostname);
  closing.push(() => socket.destroy());
  const post = (bytes: number) => {
    const type = 'Content-Type: application/octet-stream';
    socket.write(`POST /few HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes));
  };
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  post(5_000_000);
  post(500);
  await expect.poll(() => heard).toMatch(/^HTTP\/1.1 413 .*too much.*HTTP\/1.1 200 .*read$/s);
});

const json = { 'content-type': 'application/json' };
