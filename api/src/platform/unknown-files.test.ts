import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '@bursar/contracts/routes';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'bursar-web-'));
afterAll(() => rmSync(webFolder, { recursive: true }));

describe('an unknown web address', () => {
  let test: TestApp;
  beforeAll(async () => {
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html lang="en"></html>');
    writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
    mkdirSync(join(webFolder, 'assets'));
    test = await createTestApp({ webFolder });
  });
  const ask = (url: string) => test.app.server.inject(url);

  it.each([
    '/foo.png',
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/login/backup.zip',
    '/%2eenv',
    '/favicon.ico?v=1',
    '/assets/gone.js',
    '/.well-known/change-password',
  ])('is answered with 404 if it names a missing file: %s', async (url) => {
    const { statusCode, headers, body } = await ask(url);
    expect(statusCode).toBe(404);
    expect(String(headers['content-type'])).toContain('json');
    expect(body).not.toContain('<html');
  });

  it.each(['/health', '/livez', '/readyz/x', '/health/ready', '/ping', '/status', '/_health'])(
    'is answered with 404 if it looks like a probe: %s',
    async (url) => {
      expect((await ask(url)).statusCode).toBe(404);
    },
  );

  it('is answered with the page if it is a route of the product', async () => {
    for (const route of Object.keys(routes)) {
      const { statusCode, body } = await ask(route.replace(/:\w+/g, '0190163d-8694-739b'));
      expect([statusCode, body.includes('<html')], route).toEqual([200, true]);
    }
    expect((await ask('/nothing/here?file=a.png')).statusCode).toBe(200);
    expect((await ask('/favicon.svg')).statusCode).toBe(200);
  });
});
