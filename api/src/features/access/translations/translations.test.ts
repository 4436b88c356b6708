import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import {
  clientOf,
  createTestApp,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'bursar-words-'));
afterAll(() => rmSync(webFolder, { recursive: true }));

describe('missing translations', () => {
  let test: TestApp;
  let admin: TestClient;
  beforeAll(async () => {
    for (const language of ['en', 'ae']) {
      mkdirSync(join(webFolder, 'locales', language), { recursive: true });
      writeFileSync(join(webFolder, 'locales', language, 'loans.json'), '{}');
    }
    writeFileSync(join(webFolder, 'locales', 'ae', 'staff.json'), '{}');
    test = await createTestApp({ webFolder });
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
  });
  beforeEach(async () => {
    await test.owner`truncate missing_translations`;
  });

  const add = async (path: string, body: object) =>
    (await clientOf(test.app, {}).post(`/locales/add/${path}`, body)).status;
  const listed = async () => (await admin.get('/api/missing-translations')).body.missing;

  it('are stored and listed for administrators, and counted once a minute', async () => {
    expect(await add('ae/loans', { 'list.title': 'Loans' })).toBe(204);
    expect(await add('ae/loans', { 'list.title': 'Loans' })).toBe(204);
    expect(await listed()).toMatchObject([
      { language: 'ae', namespace: 'loans', key: 'list.title', times: 1 },
    ]);
    test.clock.moveTo('2026-06-15T12:01:00Z');
    await add('ae/loans', { 'list.title': 'Loans' });
    expect(await listed()).toMatchObject([{ key: 'list.title', times: 2 }]);
  });

  it('are ignored for files that are not served and for malformed keys', async () => {
    const paths = ['ae/nothing', 'en/staff', 'fr/loans', 'a%20e/loans', '..%2Fae/loans'];
    for (const path of paths) expect(await add(path, { key: 'x' }), path).toBe(204);
    expect(await add('ae/loans', { 'a key <b>': 'x', ['k'.repeat(201)]: 'x' })).toBe(204);
    expect(await add('ae/loans', ['x'])).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it('are limited per file in number and size', async () => {
    for (let calls = 0; calls < 4; calls += 1) {
      const keys = Array.from({ length: 60 }, (_, n) => [`made.up.${calls}.${n}`, 'x']);
      await add('en/loans', Object.fromEntries(keys));
    }
    await add('ae/staff', { title: 'x' });
    const missing: { namespace: string }[] = await listed();
    expect(missing.filter(({ namespace }) => namespace === 'loans')).toHaveLength(100);
    expect(missing.filter(({ namespace }) => namespace === 'staff')).toHaveLength(1);
    expect(await add('en/loans', { key: 'x'.repeat(20_000) })).toBe(413);
  });

  it('are accepted at most sixty times a minute from one network', async () => {
    const statuses = [];
    // These calls exceed the limit of one minute even if a new minute starts during the loop.
    for (let calls = 0; calls < 122; calls += 1) statuses.push(await add('en/loans', { key: 'x' }));
    expect(statuses).toContain(429);
  });
});
