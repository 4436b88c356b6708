import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPreparingServer } from './preparing-server.ts';
import type { RunningServer } from './server.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'bursar-web-'));
let server: RunningServer;

beforeAll(async () => {
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html lang="en"></html>');
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'first.js'), 'start();');
  const started = await startPreparingServer({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    trustProxy: false,
    hstsSubdomains: false,
    logLevel: 'silent',
    webFolder,
  });
  if (!started.ok) throw new Error(started.failure.code);
  ({ server } = started);
});
afterAll(async () => {
  await server.stop();
  rmSync(webFolder, { recursive: true });
});

const ask = (path: string, method = 'GET') => fetch(`${server.address}${path}`, { method });

it.each(['/', '/index.html', '/allloan?q=late', '/apps/chat'])(
  'a preparing server marks the page at %s as under maintenance',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await answer.text()).toContain('<html data-under-maintenance lang="en">');
  },
);

it('a preparing server serves the files that draw the page', async () => {
  expect(await (await ask('/assets/first.js')).text()).toBe('start();');
  expect((await ask('/assets/second.js')).status).toBe(404);
});

it.each([
  ['GET', '/api/session'],
  ['POST', '/api/login/data-login'],
  ['DELETE', '/api/nothing'],
])('a preparing server answers %s %s with a retry', async (method, path) => {
  const answer = await ask(path, method);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject({ error: 'server_stopping' });
});

it('a preparing server is alive, and not ready', async () => {
  expect((await ask('/healthz')).status).toBe(200);
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'preparing' });
});
