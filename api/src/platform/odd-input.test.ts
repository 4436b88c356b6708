import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '@bursar/contracts/endpoint';
import { day, instant, uuid, version } from '@bursar/contracts/values';
import { clientOf, createTestApp, type TestApp, type TestClient } from '../testing/test-app.ts';
import { bindEndpoint } from './endpoints.ts';
import { succeed } from './outcome.ts';
import { fileColumns, writeTableCsv } from './table-file.ts';

/** The handler does nothing, because validation rejects odd input in the body before it runs. */
const takesAll = endpoint({
  key: 'POST /api/test/takes-all',
  summary: 'Takes one value of each kind.',
  access: 'public',
  body: z.object({
    text: z.string().optional(),
    inner: z.object({ texts: z.array(z.string()) }).optional(),
    day: day.optional(),
    instant: instant.optional(),
    count: z.int().optional(),
    version: version.optional(),
  }),
  answer: z.object({}),
  failures: [],
});
const asks = endpoint({
  key: 'GET /api/test/asks',
  summary: 'Hands a text to the database as a day, whatever it is.',
  access: 'public',
  query: z.object({ from: z.string(), count: z.int().optional() }),
  answer: z.object({}),
  failures: [],
});
const anyIds = z.object({
  one: uuid,
  none: uuid.nullable(),
  many: z.array(uuid),
  text: z.string(),
});
const repeatsIds = endpoint({
  key: 'POST /api/test/repeats/:id',
  summary: 'Answers the ids that it read.',
  access: 'public',
  params: z.object({ id: uuid }),
  query: z.object({ of: uuid.optional() }),
  body: anyIds,
  answer: anyIds.extend({ id: uuid, of: uuid.optional() }),
  failures: [],
});
const exports = endpoint({
  key: 'GET /api/test/export.csv',
  summary: 'A file that fails before its first row, or behind it.',
  access: 'public',
  query: z.object({ rows: z.int(), from: z.string() }),
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});

const answersAll = endpoint({
  key: 'GET /api/test/answers-all',
  summary: 'Answers what was kept before its limits were drawn.',
  access: 'public',
  answer: z.object({
    kept: z.object({ day, instant, version: version.nullable() }).nullable(),
    day: day.nullable(),
  }),
  failures: [],
});
const stored = { day: '0450-01-01', instant: '+010000-01-01T11:59:59.000Z', version: -1 };

describe('odd input', () => {
  let test: TestApp;
  let client: TestClient;
  let port: number;
  beforeAll(async () => {
    test = await createTestApp();
    const { platform, server } = test.app;
    const { database } = platform;
    bindEndpoint(platform, answersAll, async () => succeed({ kept: stored, day: '9999-12-31' }));
    bindEndpoint(platform, repeatsIds, async ({ params, query, body }) =>
      succeed({ ...params, ...query, ...body }),
    );
    bindEndpoint(platform, takesAll, async () => succeed({}));
    bindEndpoint(platform, asks, async ({ query }) => {
      await database`select ${query.from}::text::date`;
      return succeed({});
    });
    async function* pages({ rows, from }: { rows: number; from: string }) {
      if (rows > 0) yield Array.from({ length: rows }, () => 'row');
      // Wait, so that the rows sent so far can leave before the failure.
      if (rows > 1) await wait(200);
      await database`select ${from}::text::date`;
    }
    const { text } = fileColumns<string, never>();
    bindEndpoint(platform, exports, async ({ query, reply }) => {
      reply.header('content-disposition', 'attachment; filename="rows.csv"');
      return succeed(writeTableCsv([text('row', [], (row) => row)], pages(query)));
    });
    client = clientOf(test.app, {});
    port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  const refused = (...fields: string[]) => ({
    status: 400,
    body: {
      error: 'invalid_request',
      fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])),
    },
  });

  it.each([
    ['U+0000', 'a\u0000b'],
    ['a high surrogate alone', 'a\u{d800}b'],
    ['a low surrogate alone', '\u{dfff}'],
  ])('is refused with %s in any text, and the field is named', async (_, text) => {
    const post = (body: object) => client.post('/api/test/takes-all', body);
    expect(await post({ text })).toMatchObject(refused('text'));
    expect(await post({ inner: { texts: ['fine', text] } })).toMatchObject(
      refused('inner.texts.1'),
    );
    expect(await post({ unknown: text })).toMatchObject(refused('unknown'));
    const signIn = { email: `${text}@bursar.example`, password: text };
    expect(await client.post('/api/login/data-login', signIn)).toMatchObject(
      refused('email', 'password'),
    );
  });

  it('is refused with U+0000 in a URL, while every storable text is accepted', async () => {
    expect(await client.get('/api/test/asks?from=a%00')).toMatchObject(refused('from'));
    const texts = ['', '😀', 'ﷺ', '\uffff', '\u202e', '\u{10ffff}', "'; drop table loans; --"];
    expect(await client.post('/api/test/takes-all', { inner: { texts } })).toMatchObject({
      status: 200,
    });
  });

  it('is read even if nested deeper than the stack', async () => {
    const text = `{"unknown":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/test/takes-all',
      headers: { 'content-type': 'application/json' },
      payload: text,
    });
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'unknown_fields', details: { fields: 'unknown' } },
    });
  });

  it('is refused by naming five of many unknown fields, and only the start of a long name', async () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 1]));
    expect((await client.post('/api/test/takes-all', many)).body).toMatchObject({
      error: 'unknown_fields',
      details: { fields: 'a, b, c, d, e, …' },
    });
    const { body } = await client.post('/api/test/takes-all', { ['x'.repeat(5_000)]: 1 });
    expect(body.details.fields).toBe('x'.repeat(80));
  });

  it.each([
    ['day', '0000-01-01', '0001-01-01', '1899-12-31', '3000-01-01', '9999-12-31', '2026-02-30'],
    [
      'instant',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
      '2026-06-15T12:00:00+23:59',
      '2026-06-15T12:00:00-15:00',
      '294276-12-31T00:00:00Z',
      '2026-06-30T23:59:60Z',
    ],
    ['version', -1, 2 ** 31, 1.5],
    ['count', 2 ** 53, '1'],
  ])('is refused as a %s that cannot be stored', async (field, ...values) => {
    for (const value of values) {
      const answer = await client.post('/api/test/takes-all', { [field]: value });
      expect(answer, String(value)).toMatchObject(refused(field));
    }
  });

  it.each([
    ['day', '1900-01-01', '2024-02-29', '2999-12-31'],
    [
      'instant',
      '1900-01-01T00:00:00Z',
      '2026-06-15T12:00:00.123+14:00',
      '2026-06-15T12:00:00-12:00',
      '2999-12-31T23:59:59-14:00',
    ],
    ['version', 0, 2 ** 31 - 1],
  ])('is accepted as a %s at its limits', async (field, ...values) => {
    for (const value of values) {
      const { status } = await client.post('/api/test/takes-all', { [field]: value });
      expect(status, String(value)).toBe(200);
    }
  });

  it('is read as the same id in either case, while texts do not change', async () => {
    const id = '019eba0c-e800-7abc-8def-abcdef012345';
    const sent = id.toUpperCase();
    const body = { one: sent, none: sent, many: [id, sent], text: sent };
    const answer = await client.post(`/api/test/repeats/${sent}?of=${sent}`, body);
    expect(answer).toEqual({
      status: 200,
      body: { id, of: id, one: id, none: id, many: [id, id], text: sent },
    });
    const wrong = { ...body, one: sent.replace('-', 'X') };
    expect(await client.post(`/api/test/repeats/${id}`, wrong)).toMatchObject(refused('one'));
  });

  it('is refused as a number beyond every float, in body and URL', async () => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/test/takes-all',
      headers: { 'content-type': 'application/json' },
      payload: '{"count":1e309}',
    });
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject(refused('count'));
    expect(await client.get('/api/test/asks?from=2026-06-15&count=1e309')).toMatchObject(
      refused('count'),
    );
  });

  it('is refused with 400 and the field if only the database detects it', async () => {
    expect(await client.get('/api/test/asks?from=2026-06-15')).toMatchObject({ status: 200 });
    expect(await client.get('/api/test/asks?from=0000-01-01')).toMatchObject(refused('from'));
  });

  it('is returned unchanged if it was stored before the present limits', async () => {
    expect(await client.get('/api/test/answers-all')).toEqual({
      status: 200,
      body: { kept: stored, day: '9999-12-31' },
    });
  });

  it('is explained if it prevents a file download', async () => {
    const { headers, statusCode, body } = await test.app.server.inject(
      '/api/test/export.csv?rows=0&from=0000-01-01',
    );
    expect({ status: statusCode, body: JSON.parse(body) }).toMatchObject(refused('from'));
    expect(headers['content-type']).toContain('application/json');
    expect(headers['content-disposition']).toBeUndefined();
    const whole = await client.get('/api/test/export.csv?rows=2&from=2026-06-15');
    expect(whole).toEqual({ status: 200, body: '\uFEFFrow\r\nrow\r\nrow\r\n' });
    const empty = await client.get('/api/test/export.csv?rows=0&from=2026-06-15');
    expect(empty).toEqual({ status: 200, body: '\uFEFFrow\r\n' });
  });

  it.each([0, 1])('is explained even after %s rows are in the compressor', async (rows) => {
    const answer = await fetch(
      `http://127.0.0.1:${port}/api/test/export.csv?rows=${rows}&from=0000-01-01`,
      { headers: { 'accept-encoding': 'br' } },
    );
    expect({ status: answer.status, body: await answer.json() }).toMatchObject(refused('from'));
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  it('cuts off a file that fails after its first rows, so that it does not look complete', async () => {
    const response = await fetch(
      `http://127.0.0.1:${port}/api/test/export.csv?rows=2&from=0000-01-01`,
    );
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  const overTheWire = (request: string) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.once('error', reject);
      socket.once('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) });
      });
      socket.end(request);
    });
  const ask = (line: string, ...headers: string[]) =>
    overTheWire([line, 'Host: bursar', 'Connection: close', ...headers, '', ''].join('\r\n'));

  it.each([
    ['an address that cannot be decoded', 'GET /api/loans/%zz HTTP/1.1', 400, 'invalid_request'],
    ['an address with broken UTF-8', 'GET /api/loans/%ED%A0%80 HTTP/1.1', 400, 'invalid_request'],
    ['a parameter beyond any id', `GET /api/loans/${'x'.repeat(600)} HTTP/1.1`, 404, 'not_found'],
    ['an unsupported method', 'PROPFIND /api/loans HTTP/1.1', 404, 'not_found'],
    ['an unknown method', 'NONSENSE /api/loans HTTP/1.1', 400, 'invalid_request'],
    ['a line that is not a request', 'hello', 400, 'invalid_request'],
  ])('is answered in the product’s error shape: %s', async (_, line, status, error) => {
    expect(await ask(line)).toEqual({
      status,
      body: { error, message: expect.any(String), requestId: expect.any(String) },
    });
  });

  it('is refused as headers that are too large', async () => {
    const answer = await ask('GET /api/session HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`);
    expect(answer).toMatchObject({ status: 431, body: { error: 'headers_too_large' } });
  });

  it.each([
    ['broken JSON', 'application/json', '{'],
    ['empty JSON', 'application/json', ''],
    ['a prototype', 'application/json', '{"__proto__":{"x":1}}'],
    ['an unsupported content type', 'application/x-www-form-urlencoded', 'email=x'],
    ['an invalid content type', 'nonsense/;;', 'x'],
  ])('is refused with 400 as a body: %s', async (_, type, payload) => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/test/takes-all',
      headers: { 'content-type': type },
      payload,
    });
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});
