import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const app = fastify();
await compressAnswers(app);
const rows = Array.from({ length: 200 }, (_, at) => ({ reference: `L-${at}`, name: 'Rosa Singh' }));
const lines = rows.map(({ reference }) => `${reference},Rosa Singh\r\n`);
app.get('/rows', async () => rows);
app.get('/row', async () => rows[0]);
app.get('/rows.csv', async (_request, reply) =>
  reply.type('text/csv; charset=utf-8').send(Readable.from(lines)),
);
app.get('/events', async (_request, reply) =>
  reply.type('text/event-stream').send(Readable.from(lines)),
);
app.get('/paper.pdf', async (_request, reply) =>
  reply.type('application/pdf').send(Buffer.alloc(5_000)),
);
afterAll(() => app.close());

const ask = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

describe('an HTTP response', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s if the client accepts it', async (encoding, unpack) => {
    const { headers, rawPayload } = await ask('/rows', encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(rawPayload.length).toBeLessThan(JSON.stringify(rows).length / 5);
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(rows);
  });

  it('is compressed while it streams', async () => {
    const { headers, rawPayload } = await ask('/rows.csv', 'gzip, deflate, br');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(lines.join(''));
  });

  it.each([
    ['a body that fits one packet', '/row', 'br'],
    ['a client that accepts no compression', '/rows', undefined],
    ['a stream of events', '/events', 'br'],
    ['a PDF', '/paper.pdf', 'br'],
  ])('is not compressed for %s', async (_what, url, encoding) => {
    const { headers } = await ask(url, encoding);
    expect(headers['content-encoding']).toBeUndefined();
  });
});
