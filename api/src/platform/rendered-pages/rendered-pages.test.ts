import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderedPages } from '@bursar/contracts/rendered-pages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { arrangePortfolio } from '../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'bursar-rendered-'));
afterAll(() => rmSync(folder, { recursive: true }));

const document =
  '<!doctype html><html lang="en" dir="ltr"><head></head><body><div id="app"></div></body></html>';

/** A server build that returns its input; `/chart` cannot be rendered. */
const serverBuild = `
  export async function renderPage({ answers, ...page }, readFile) {
    if (page.path === '/chart') throw new Error('no such part');
    return JSON.stringify({ ...page, text: await readFile('/text.txt') });
  }`;

describe('a page with a rendered first view', () => {
  let test: TestApp;
  let manager: TestClient;
  let email: string;

  beforeAll(async () => {
    const webFolder = join(folder, 'dist');
    mkdirSync(webFolder);
    mkdirSync(join(folder, 'dist-server'));
    writeFileSync(join(webFolder, 'index.html'), document);
    writeFileSync(join(webFolder, 'text.txt'), 'a text of the build');
    writeFileSync(join(folder, 'dist-server', 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'dist-server', 'render-page.js'), serverBuild);
    const page = {
      reads: ['/api/session', '/api/dashboard'],
      styles: ['/assets/home.css'],
      scripts: ['/assets/home.js'],
    };
    const refused = { ...page, reads: ['/api/session', '/api/accounts'] };
    const list = { ...page, reads: ['/api/session', '/api/borrowers'] };
    const user = { '/': page, '/chart': page, '/users': refused, '/borrowers': list };
    const pages: RenderedPages = { admin: { '/': page }, user, team: {}, agent: {} };
    writeFileSync(join(webFolder, 'rendered-pages.json'), JSON.stringify(pages));
    test = await createTestApp({ webFolder });
    const { manager: account } = await arrangePortfolio(test.owner);
    ({ email } = account);
    await test.owner`
      update accounts set name = '</script><script>alert(1)</script>' where id = ${account.id}
    `;
    manager = await test.signIn(email);
  });

  const open = (
    url: string,
    cookies: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) =>
    test.app.server.inject({
      url,
      headers,
      cookies: { ...manager.cookies, role: 'user', view: 'ae 1200x800 dark', ...cookies },
    });

  /**
   * Repeats the call until the server renders the page, because a page that takes too long, as
   * while the thread starts, is left to the browser.
   */
  const openRendered = (headers: Record<string, string> = {}) =>
    vi.waitFor(
      async () => {
        const answer = await open('/', {}, headers);
        expect(answer.headers['cache-control']).toBe('no-store');
        return answer;
      },
      { timeout: 60_000 },
    );

  it('shows the page to the signed-in account, with the answers of the API', async () => {
    const { statusCode, headers, body } = await openRendered();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('<html lang="ar" dir="rtl" data-rendered="ae 1200" data-account=');
    expect(body).toContain(
      '<link rel="stylesheet" crossorigin href="/assets/home.css"><link rel="modulepreload" crossorigin href="/assets/home.js"></head>',
    );
    const [, rendered = ''] = /inert aria-hidden="true">(.*?)<\/div>/.exec(body) ?? [];
    expect(JSON.parse(rendered)).toMatchObject({
      path: '/',
      language: 'ae',
      theme: 'dark',
      screen: { width: 1200, height: 800 },
      account: { role: 'user', email },
      text: 'a text of the build',
    });
    const [, dashboard = ''] = /data-answer="\/api\/dashboard">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(dashboard)).toEqual((await manager.get('/api/dashboard')).body);
  });

  it('cannot be ended by a name that looks like a tag', async () => {
    const { body } = await openRendered();
    expect(body).not.toContain('<script>alert');
    const [, session = ''] = /data-answer="\/api\/session">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(session)).toMatchObject({ name: '</script><script>alert(1)</script>' });
  });

  it.each([
    ['without the cookie that binds the session', '/', { '__Host-bursar-binding': '' }],
    ['without a token', '/', { token: '' }],
    ['with an unknown token', '/', { token: 'unknown' }],
    ['if the browser names another role', '/', { role: 'admin' }],
    ['if the browser names no role', '/', { role: 'toString' }],
    ['with display settings of their own', '/', { view: 'en 1200x800 own' }],
    ['with a query', '/?from=mail', {}],
    ['of which a read is refused', '/users', {}],
    ['that cannot be rendered', '/chart', {}],
    ['that is not listed', '/kanban', {}],
  ])('is left to the browser %s', async (_name, url, cookies) => {
    await openRendered();
    const { statusCode, headers, body } = await open(url, cookies);
    expect([statusCode, body]).toEqual([200, document]);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('is compressed', async () => {
    const { headers } = await openRendered({ 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
  });

  it('has no body for a request without one, and is not rendered for it', async () => {
    await openRendered();
    const { statusCode, headers, body } = await test.app.server.inject({
      method: 'HEAD',
      url: '/',
      cookies: { ...manager.cookies, role: 'user' },
    });
    expect([statusCode, body, headers['cache-control']]).toEqual([200, '', 'no-cache']);
  });

  it('is left to the browser while a read is slow, and the read ends', async () => {
    await openRendered();
    const waiting = () => test.owner`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await test.owner.begin(async (transaction) => {
      await transaction`lock table borrowers`;
      expect((await open('/borrowers')).body).toBe(document);
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 10_000 });
    });
  });
});
