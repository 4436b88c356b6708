import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

describe('the host of a request', async () => {
  const { app } = await createTestApp({ checksHost: true });
  const ask = (url: string, host: string) => app.server.inject({ url, headers: { host } });

  it.each(['bursar.test', 'BURSAR.test', 'bursar.test:443'])('is accepted as %s', async (host) => {
    expect((await ask('/api/session', host)).statusCode).toBe(401);
  });

  it.each(['evil.example', 'bursar.test.evil.example', 'bursar.test:8443', '127.0.0.1:3000', ''])(
    'is refused as %j, for pages and calls alike',
    async (host) => {
      for (const url of ['/api/session', '/login', '/api/docs', '/healthz/../api/session']) {
        const answer = await ask(url, host);
        expect(answer.statusCode, url).toBe(421);
        expect(answer.json(), url).toMatchObject({ error: 'host_unknown' });
      }
    },
  );

  it('is not checked for health probes', async () => {
    expect((await ask('/healthz', '10.0.0.7:3000')).statusCode).toBe(200);
    expect((await ask('/readyz?full=1', '10.0.0.7:3000')).statusCode).toBe(200);
  });

  it('is not checked without a public address', async () => {
    const open = await createTestApp();
    const answer = await open.app.server.inject({
      url: '/healthz',
      headers: { host: 'evil.example' },
    });
    expect(answer.statusCode).toBe(200);
  });
});
