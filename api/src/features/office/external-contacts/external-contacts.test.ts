import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('external contacts', () => {
  let test: TestApp;
  let manager: TestClient;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const personOf = (name: string, changes: object = {}) => ({
    id: uuidv7(),
    name,
    organisation: '',
    occupation: '',
    email: '',
    phone: '',
    address: '',
    details: '',
    isShared: false,
    ...changes,
  });
  const add = async (client: TestClient, name: string, changes: object = {}) => {
    const person = personOf(name, changes);
    const { status, body } = await client.post('/api/acquaintances', person);
    expect(status).toBe(200);
    return { ...person, id: String(body.id) };
  };
  const names = async (client: TestClient, query = ''): Promise<string[]> => {
    const { body } = await client.get(`/api/acquaintances?${query}`);
    return body.rows.map(({ name }: { name: string }) => name);
  };

  it('are found by their text, page by page, sorted by name', async () => {
    await add(manager, 'Zoe Lind', { organisation: 'Court of appeal', isShared: true });
    await add(agent, 'adam Berg', { phone: '+46 70 123 45 67' });
    await add(agent, 'Åsa Öberg', { email: 'asa@example.com', occupation: 'Lawyer' });
    expect(await names(agent)).toHaveLength(3);
    expect(await names(manager)).toEqual(['Zoe Lind']);
    expect(await names(agent, 'q=lawyer')).toEqual(['Åsa Öberg']);
    expect(await names(agent, 'q=asa')).toEqual(['Åsa Öberg']);
    expect(await names(agent, 'q=appeal')).toEqual(['Zoe Lind']);
    const all = await names(agent);
    const page = (await agent.get('/api/acquaintances?limit=2')).body;
    expect(await names(agent, `limit=2&after=${page.nextCursor}`)).toEqual(all.slice(2));
  });

  it('are refused with an invalid address or number', async () => {
    for (const wrong of [{ email: 'nowhere' }, { phone: 'call me' }, { name: '  ' }]) {
      const { status } = await agent.post('/api/acquaintances', personOf('X', wrong));
      expect(status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it('are changed once for each version, and removed by their author or the manager', async () => {
    const { id, ...person } = await add(manager, 'Bank clerk', { isShared: true });
    const change = { ...person, phone: '555 0100', version: 1 };
    expect((await agent.put(`/api/acquaintances/${id}`, change)).status).toBe(200);
    expect((await agent.put(`/api/acquaintances/${id}`, change)).body.error).toBe('changed_since');
    const path = `/api/acquaintances/${id}/remove`;
    expect((await agent.post(path)).body.error).toBe('only_maker_may');
    expect((await manager.post(path)).status).toBe(200);
  });
});
