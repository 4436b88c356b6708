import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('teams', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  const newTeam = (name: string) => {
    const id = uuidv7();
    return {
      id,
      name,
      desk: { id: uuidv7(), name: `${name} desk`, email: `desk.${id}@bursar.example` },
    };
  };

  it('are created with an invited desk, and show their loans', async () => {
    await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.team.id,
      disbursedOn: '2026-04-01',
    });
    const ended = await arrangeLoan(test.owner, portfolio, { teamId: portfolio.team.id });
    await test.owner`update loan_state set status = 'closed', outstanding_principal_minor = 0
      where loan_id = ${ended.id}`;
    const created = await manager.post('/api/teams', newTeam('Aspen'));
    expect(created.body).toMatchObject({
      name: 'Aspen',
      agents: 0,
      desks: [{ status: 'invited' }],
    });
    const { body } = await manager.get('/api/teams');
    expect(body.teams.map((team: { name: string }) => team.name)).toEqual([
      'Aspen',
      'cedar',
      'delta',
    ]);
    expect(body.teams[2]).toMatchObject({
      agents: 2,
      loans: 2,
      activeLoans: 1,
      over30Loans: 1,
      outstandingMinor: 120_000,
      withoutAgent: { activeLoans: 1, over30Loans: 1, outstandingMinor: 120_000 },
    });
  });

  it('are created once, even if the form is sent several times at once', async () => {
    const team = newTeam('Fir');
    const answers = await Promise.all([1, 2, 3].map(() => manager.post('/api/teams', team)));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      answers.map(() => [200, team.id]),
    );
    const desks = await test.owner`select from accounts where email = ${team.desk.email}`;
    expect(desks).toHaveLength(1);
    await test.owner`delete from password_links`;
    await test.owner`delete from account_openings`;
    await test.owner`delete from accounts where team_id = ${team.id}`;
    await test.owner`delete from teams where id = ${team.id}`;
  });

  it('have a unique name, and are changed under their latest version', async () => {
    const taken = await manager.post('/api/teams', newTeam('DELTA'));
    expect(taken.body).toMatchObject({
      error: 'team_name_already_used',
      fields: { name: expect.any(String) },
    });
    const team = newTeam('Birch');
    await manager.post('/api/teams', team);
    const change = { name: 'Birch and Oak', monthlyTargetMinor: 500_000, version: 1 };
    const changed = await manager.put(`/api/teams/${team.id}`, change);
    expect(changed.body).toMatchObject({
      name: 'Birch and Oak',
      monthlyTargetMinor: 500_000,
      version: 2,
    });
    expect((await manager.put(`/api/teams/${team.id}`, change)).body.error).toBe('changed_since');
  });

  it('are filtered by desk, agents, loans over 30 days and outstanding, in list and file', async () => {
    await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.otherTeam.id,
      disbursedOn: '2026-06-01',
      principalMinor: 50_000,
    });
    await manager.post('/api/teams', newTeam('Larch'));
    const { body: all } = await manager.get('/api/teams');
    const namesOf = async (query: string): Promise<string[]> => {
      const { body } = await manager.get(`/api/teams?${query}`);
      const csv = await manager.get(`/api/teams/export.csv?${query}`);
      expect(String(csv.body).trimEnd().split('\r\n'), query).toHaveLength(body.teams.length + 1);
      return body.teams.map((team: { name: string }) => team.name);
    };
    const without = (...names: string[]) =>
      all.teams
        .map((team: { name: string }) => team.name)
        .filter((name: string) => !names.includes(name));
    expect(await namesOf('over30=some')).toEqual(['delta']);
    expect(await namesOf('over30=none')).toEqual(without('delta'));
    expect(await namesOf('agents=some')).toEqual(['cedar', 'delta']);
    expect(await namesOf('agents=none')).toEqual(without('cedar', 'delta'));
    expect(await namesOf('deskStatus=active')).toEqual(['cedar', 'delta']);
    expect(await namesOf('deskStatus=invited&q=lar')).toEqual(['Larch']);
    expect(await namesOf('deskStatus=suspended')).toEqual([]);
    expect(await namesOf('outstandingFromMinor=50000&outstandingToMinor=119999')).toEqual([
      'cedar',
    ]);
    expect(await namesOf('outstandingFromMinor=50001')).toEqual(['delta']);
    expect((await manager.get('/api/teams?over30=often')).status).toBe(400);
  });

  it('are exported to a file', async () => {
    const { body } = await manager.get('/api/teams/export.csv?q=delta');
    const lines = String(body).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('delta,Portfolio one,delta-desk.one@bursar.example,2,');
    const workbook = await test.app.server.inject({
      url: '/api/teams/export.xlsx',
      cookies: { ...manager.cookies },
    });
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const { body: narrow } = await manager.get('/api/teams/export.csv?q=delta&columns=agents,name');
    expect(String(narrow)).toMatch(/^\uFEFFagents,name\r\n2,delta\r\n$/);
  });
});
