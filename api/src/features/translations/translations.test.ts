import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../testing/arrange.ts';
import { clientOf, createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('missing translations', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });

  it('are kept and counted, listed for an administrator, and rubbish is passed over', async () => {
    const stranger = clientOf(test.app, {});
    const add = (path: string, body: object) => stranger.post(`/locales/add/${path}`, body);
    expect((await add('ae/loans', { 'list.title': 'Loans' })).status).toBe(204);
    expect((await add('ae/loans', { 'list.title': 'Loans' })).status).toBe(204);
    expect((await add('ae/loans', { 'a key <b>': 'x' })).status).toBe(204);
    expect((await add('a%20e/loans', { other: 'x' })).status).toBe(204);
    const admin = await arrangeAdmin(test.owner);
    const client = await test.signIn(admin.email);
    const { body } = await client.get('/api/missing-translations');
    expect(body.missing).toMatchObject([
      { language: 'ae', namespace: 'loans', key: 'list.title', times: 2 },
    ]);
  });
});
