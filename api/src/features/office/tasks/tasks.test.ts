import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('tasks', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let foreign: TestPortfolio;
  let manager: TestClient;
  let desk: TestClient;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    foreign = await arrangePortfolio(test.owner, 'foreign');
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const taskOf = (title: string, assigneeId: string, changes: object = {}) => ({
    id: uuidv7(),
    title,
    details: '',
    assigneeId,
    dueOn: null,
    priority: 'normal',
    loanId: null,
    ...changes,
  });
  const add = async (client: TestClient, ...task: Parameters<typeof taskOf>) => {
    const made = taskOf(...task);
    const { status, body } = await client.post('/api/tasks', made);
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...made, id: String(body.id) };
  };
  const titles = async (client: TestClient, query = 'tasks=inbox'): Promise<string[]> => {
    const { body } = await client.get(`/api/tasks?${query}`);
    return body.rows.map(({ title }: { title: string }) => title);
  };

  it('are visible only to their author and assignee', async () => {
    const { id: agentId } = portfolio.team.agent;
    await add(manager, 'Call the Torres family', agentId, {
      dueOn: '2026-06-14',
      priority: 'high',
    });
    await add(agent, 'Buy stamps', agentId, { dueOn: '2026-06-20' });
    await add(agent, 'Some day', agentId);
    expect(await titles(agent)).toEqual(['Call the Torres family', 'Buy stamps', 'Some day']);
    expect(await titles(agent, 'tasks=today')).toEqual(['Call the Torres family']);
    expect(await titles(agent, 'tasks=important')).toEqual(['Call the Torres family']);
    expect(await titles(manager, 'tasks=given')).toEqual(['Call the Torres family']);
    expect(await titles(manager)).toEqual([]);
    expect(await titles(desk)).toEqual([]);
    expect(await titles(agent, 'tasks=inbox&q=stamps')).toEqual(['Buy stamps']);
    const { body } = await agent.get('/api/tasks');
    expect(body.counts).toEqual({ inbox: 3, today: 1, important: 1, given: 0, done: 0, trash: 0 });
    const first = (await agent.get('/api/tasks?limit=2')).body;
    expect(await titles(agent, `limit=2&after=${first.nextCursor}`)).toEqual(['Some day']);
  });

  it('are completed, moved to the trash, restored and deleted, once for each version', async () => {
    const { id } = await add(desk, 'Count the cash', portfolio.team.desk.id);
    const settle = (state: object) => desk.put(`/api/tasks/${id}/state`, state);
    const done = { isDone: true, isRemoved: false, version: 1 };
    expect((await settle(done)).body).toEqual({ id, version: 2 });
    expect((await settle(done)).body.error).toBe('changed_since');
    expect(await titles(desk, 'tasks=done')).toEqual(['Count the cash']);
    await settle({ isDone: true, isRemoved: true, version: 2 });
    expect([await titles(desk, 'tasks=done'), await titles(desk, 'tasks=trash')]).toEqual([
      [],
      ['Count the cash'],
    ]);
    await settle({ isDone: false, isRemoved: false, version: 3 });
    expect(await titles(desk)).toEqual(['Count the cash']);
    expect((await agent.post(`/api/tasks/${id}/erase`)).status).toBe(404);
    expect((await desk.post(`/api/tasks/${id}/erase`)).status).toBe(200);
    expect(await test.owner`select from tasks where id = ${id}`).toHaveLength(0);
  });

  it('are accepted only for colleagues and loans in scope', async () => {
    const held = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    const own = await arrangeLoan(test.owner, portfolio, held);
    const others = await arrangeLoan(test.owner, portfolio);
    const { id: agentId } = portfolio.team.agent;
    const refused = async (task: object) => (await agent.post('/api/tasks', task)).body.error;
    expect(await refused(taskOf('x', foreign.manager.id))).toBe('colleague_not_found');
    expect(await refused(taskOf('x', agentId, { loanId: others.id }))).toBe('not_found');
    const task = await add(agent, 'About a loan', agentId, { loanId: own.id });
    const loanOf = async () => {
      const { body } = await agent.get('/api/tasks?q=About');
      return body.rows[0].loan;
    };
    expect(await loanOf()).toMatchObject({ id: own.id });
    await test.owner`update loan_state set agent_id = null where loan_id = ${own.id}`;
    expect(await loanOf()).toBeNull();
    expect(task.loanId).toBe(own.id);
  });

  it('keep a loan that the editor cannot see, and lose one that the editor removes', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const task = await add(manager, 'Hidden loan', portfolio.team.agent.id, { loanId: loan.id });
    const { id, ...inputs } = task;
    const save = async (client: TestClient, version: number) => {
      const sent = { ...inputs, title: `Hidden loan ${version}`, loanId: null, version };
      return (await client.put(`/api/tasks/${id}`, sent)).status;
    };
    const loanOf = async () => {
      const { body } = await manager.get('/api/tasks?tasks=given&q=Hidden');
      return body.rows[0].loan;
    };
    expect(await save(agent, 1)).toBe(200);
    expect(await loanOf()).toMatchObject({ id: loan.id });
    const agentRows = (await agent.get('/api/tasks?q=Hidden')).body.rows;
    expect(agentRows).toMatchObject([{ title: 'Hidden loan 1', loan: null, loanId: null }]);
    expect(await save(manager, 2)).toBe(200);
    expect(await loanOf()).toBeNull();
  });

  it('notify their assignee, and appear in the audit trail only if shared', async () => {
    const given = await add(manager, 'Given', portfolio.team.desk.id);
    const own = await add(manager, 'Kept', portfolio.manager.id);
    const heard = await test.owner<{ accountIds: string[]; after: { title: string } | null }[]>`
      select change.account_ids, event.after from live_updates change
      join audit_events event on event.subject_id = change.subject_id
      where change.subject_id in (${given.id}, ${own.id}) order by change.number`;
    expect(heard.map(({ accountIds }) => accountIds.length)).toEqual([2, 1]);
    expect(heard[0]?.accountIds).toContain(portfolio.team.desk.id);
    expect(heard.map(({ after }) => after?.title)).toEqual(['Given', undefined]);
  });
});
