import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('saved views', () => {
  let test: TestApp;
  let manager: TestClient;
  let desk: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
  });

  const save = (client: TestClient, name: string, search = 'bucket=31-60', id = uuidv7()) =>
    client.post('/api/saved-views', { id, list: 'loans/userAll', name, search });
  const viewsOf = async (client: TestClient, list = 'loans/userAll') =>
    (await client.get(`/api/saved-views?list=${encodeURIComponent(list)}`)).body.views;

  it('belong to their author and to one list', async () => {
    const late = await save(manager, ' Late ');
    expect(late).toMatchObject({ status: 200, body: { name: 'Late', isDefault: false } });
    await save(manager, 'Large', 'sort=-outstanding');
    expect((await viewsOf(manager)).map((view: { name: string }) => view.name)).toEqual([
      'Late',
      'Large',
    ]);
    expect(await viewsOf(manager, 'loans/userAssigned')).toEqual([]);
    expect(await viewsOf(desk)).toEqual([]);
    // Others can read the audit trail, so it shows that a view was saved but not its content.
    const events = await test.owner`
      select event, after from audit_events where subject = 'saved-view' order by at, id`;
    const saved = { event: 'save-view', after: { list: 'loans/userAll' } };
    expect(events).toEqual([saved, saved]);
  });

  it('replace a view of the same name in any case, also when saved twice at once', async () => {
    const id = uuidv7();
    await Promise.all([save(manager, 'Late', 'a=1', id), save(manager, 'Late', 'a=1', id)]);
    await save(manager, 'LATE', 'a=2');
    expect(await viewsOf(manager)).toEqual([{ id, name: 'LATE', search: 'a=2', isDefault: false }]);
    expect((await save(manager, '  ')).body.error).toBe('name_missing');
  });

  it('have at most one default per list', async () => {
    const first = (await save(manager, 'First')).body.id;
    const second = (await save(manager, 'Second')).body.id;
    const choose = (id: string, isDefault: boolean) =>
      manager.put(`/api/saved-views/${id}/default`, { isDefault });
    await choose(first, true);
    await choose(second, true);
    const defaults = async () =>
      (await viewsOf(manager)).map((view: { isDefault: boolean }) => view.isDefault);
    expect(await defaults()).toEqual([false, true]);
    await choose(second, false);
    expect(await defaults()).toEqual([false, false]);
  });

  it('cannot be changed or removed by others', async () => {
    const { id } = (await save(manager, 'Mine')).body;
    const foreign = [
      await desk.put(`/api/saved-views/${id}/default`, { isDefault: true }),
      await desk.post(`/api/saved-views/${id}/remove`),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([404, 404]);
    expect((await manager.post(`/api/saved-views/${id}/remove`)).status).toBe(200);
    expect(await viewsOf(manager)).toEqual([]);
    expect((await manager.post(`/api/saved-views/${id}/remove`)).status).toBe(404);
  });
});
