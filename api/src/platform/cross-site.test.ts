import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio, testPassword, type TestPortfolio } from '../testing/arrange.ts';
import { createTestApp, postSignIn, type TestApp } from '../testing/test-app.ts';

const HOST = 'localhost:3000';
const PUBLIC = 'https://bursar.test';

describe('a request that changes data', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
  });

  const signInFrom = async (headers: Record<string, string>) => {
    const { email } = portfolio.manager;
    const { answer } = await postSignIn(
      test.app,
      { email, password: testPassword },
      { host: HOST, ...headers },
    );
    return answer.status === 200 ? 'let in' : answer.body.error;
  };

  it.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sibling.bursar.test' },
    { origin: 'https://elsewhere.example' },
    { origin: 'https://bursar.test.elsewhere.example' },
    { origin: 'https://bursar.test:8443' },
    { origin: 'null' },
    { origin: '' },
  ])('is refused from another site, sign-in included: %o', async (headers) => {
    expect(await signInFrom(headers)).toBe('cross_site_request');
  });

  it.each([
    {},
    { origin: `http://${HOST}` },
    { origin: PUBLIC },
    { 'sec-fetch-site': 'same-origin', origin: PUBLIC },
    // A proxy that rewrites the host: the browser still reports the page as same-origin.
    { 'sec-fetch-site': 'same-origin', origin: 'https://named.by.a.proxy' },
    { 'sec-fetch-site': 'none' },
  ])(
    'is accepted from its own pages and from clients that are not browsers: %o',
    async (headers) => {
      expect(await signInFrom(headers)).toBe('let in');
    },
  );

  it('is refused at every path, while reading is allowed', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    for (const url of ['/locales/add/en/loans', '/api/recovery', '/nowhere']) {
      const answer = await test.app.server.inject({ method: 'POST', url, headers, payload: {} });
      expect(answer.json(), url).toMatchObject({ error: 'cross_site_request' });
    }
    const read = await test.app.server.inject({ url: '/healthz', headers });
    expect(read.statusCode).toBe(200);
  });
});

describe('the client address', () => {
  const addressOf = async (test: TestApp, from: string, forwarded: string) => {
    await test.app.server.inject({
      method: 'POST',
      url: '/api/login/data-login',
      remoteAddress: from,
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: 'manager.one@bursar.example', password: testPassword },
    });
    const [session] = await test.owner<{ address: string }[]>`
      select address from sessions order by id desc limit 1`;
    return session?.address;
  };

  it('is the one reported by the nearest proxy, whatever the client adds to the list', async () => {
    const test = await createTestApp({ trustProxy: 'nearest-hop' });
    await arrangePortfolio(test.owner);
    const madeUp = '10.9.9.9, 10.8.8.8, 203.0.113.7';
    expect(await addressOf(test, '10.0.0.1', madeUp)).toBe('203.0.113.7');
  });

  it('is accepted from a configured proxy only', async () => {
    const test = await createTestApp({ trustProxy: ['10.0.0.0/8'] });
    await arrangePortfolio(test.owner);
    const madeUp = '198.51.100.1, 203.0.113.7, 10.8.8.8';
    expect(await addressOf(test, '10.0.0.1', madeUp)).toBe('203.0.113.7');
    expect(await addressOf(test, '198.51.100.9', madeUp)).toBe('198.51.100.9');
  });
});
