import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the work on the loans of a list', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let worked: string;
  let untouched: string;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    const { team } = portfolio;
    desk = await test.signIn(team.desk.email);
    const agent = await test.signIn(team.agent.email);
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, holder);
    worked = loan.id;
    untouched = (await arrangeLoan(test.owner, portfolio, { teamId: team.id })).id;
    await test.owner`update borrowers set language = 'ae' where id = ${loan.borrowerId}`;
    await test.owner`
      insert into borrower_contacts (portfolio_id, id, borrower_id, kind, value, label,
        is_preferred, added_by, added_at)
      values (${portfolio.id}, ${uuidv7()}, ${loan.borrowerId}, 'phone', '+14155550123', 'mobile',
        true, ${portfolio.manager.id}, now())`;
    await agent.post(`/api/loans/${worked}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'refused',
      contactedAt: '2026-06-15T11:00:00.000Z',
    });
    await agent.put(`/api/loans/${worked}/next-action`, {
      action: { what: 'Send letter', dueOn: '2026-06-20', remindAt: null },
    });
    await agent.put(`/api/loans/${worked}/snooze`, { until: '2026-06-19' });
  });

  const list = async (query: string) => (await desk.get(`/api/loans?view=all${query}`)).body;
  const idsOf = async (query: string) =>
    (await list(query)).rows.map(({ id }: { id: string }) => id).toSorted();

  it('is read only if the list asks for it', async () => {
    const [plain] = (await list('')).rows;
    expect(plain).not.toHaveProperty('work');
    const { rows } = await list('&with=work&sort=reference');
    expect(rows[0].work).toEqual({
      phone: '+14155550123',
      language: 'ae',
      lastContactAt: '2026-06-15T11:00:00.000Z',
      lastOutcome: 'refused',
      promise: null,
      nextAction: { what: 'Send letter', dueOn: '2026-06-20' },
      snoozedUntil: '2026-06-19',
      agentActiveAt: '2026-06-15T12:00:00.000Z',
    });
    expect(rows[1].work).toMatchObject({ phone: null, language: null, agentActiveAt: null });
  });

  it.each([
    ['lastOutcome=refused,paid', 'lastOutcome=answered'],
    ['lastContactFrom=2026-06-15&lastContactTo=2026-06-15', 'lastContactTo=2026-06-14'],
    ['language=ae', 'language=en'],
  ])('filters by %s', async (found, missed) => {
    expect(await idsOf(`&${found}`)).toEqual([worked]);
    expect(await idsOf(`&${missed}`)).toEqual([]);
  });

  it.each(['nextAction', 'snoozed', 'phone'])('filters by whether there is %s', async (filter) => {
    expect(await idsOf(`&${filter}=some`)).toEqual([worked]);
    expect(await idsOf(`&${filter}=none`)).toEqual([untouched]);
  });

  it('filters by the state of the current promise', async () => {
    expect(await idsOf('&promise=none')).toEqual([worked, untouched].toSorted());
    expect(await idsOf('&promise=waiting,broken')).toEqual([]);
  });

  it('is exported in the chosen columns alone', async () => {
    const exported = async (body: object) =>
      String((await desk.post('/api/loans/export.csv', { filter: { view: 'all' }, ...body })).body);
    expect(await exported({})).not.toContain('last_outcome');
    expect(await exported({ columns: ['reference', 'lastOutcome', 'snoozedUntil'] })).toContain(
      'L-000001,refused,2026-06-19',
    );
  });
});
