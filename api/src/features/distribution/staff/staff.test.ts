import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeStaff } from '@bursar/contracts/distribution/staff';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import {
  clientOf,
  createTestApp,
  postSignIn,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';

describe('staff accounts', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  let manager: TestClient;
  let desk: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    await arrangePortfolio(test.owner, 'foreign');
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
  });

  const person = (wishes: object = {}) => {
    const id = uuidv7();
    const email = `noor.${id}@bursar.example`;
    return { id, role: 'agent', name: 'Noor Khalil', email, ...wishes };
  };
  const emailsOf = async (client: TestClient, query = ''): Promise<string[]> => {
    const { body } = await client.get(`/api/staff?limit=200${query}`);
    return body.rows.map((row: { email: string }) => row.email);
  };
  const mailsTo = (email: string) => test.owner<{ body: string }[]>`
    select body from outbox where to_address = ${email} order by created_at, id`;
  const tokenOf = async (email: string) => {
    const mail = (await mailsTo(email)).at(-1);
    return /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  };

  it('are visible only within the scope', async () => {
    expect(await emailsOf(admin)).toContain('manager.foreign@bursar.example');
    const ofManager = await emailsOf(manager);
    expect(ofManager).toContain('cedar-agent.one@bursar.example');
    expect(ofManager.join()).not.toContain('foreign');
    const ofDesk = await emailsOf(desk);
    expect(ofDesk).toContain('delta-agent.one@bursar.example');
    expect(ofDesk.join()).not.toContain('cedar');
    expect(await emailsOf(manager, '&role=agent&q=other')).toHaveLength(2);
  });

  it('are invited by mail, choose their own password and then sign in', async () => {
    const invited = person({ phone: '+1 415 555 2671', commissionRatePercent: '2.5' });
    const { status, body } = await desk.post('/api/staff', invited);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'invited',
      phone: '+14155552671',
      commissionRatePercent: '2.5',
      team: { id: portfolio.team.id },
    });
    const again = await desk.post('/api/staff', invited);
    expect(again.body.id).toBe(invited.id);
    const early = await postSignIn(test.app, { email: invited.email, password: 'Bursar#2026' });
    expect(early.answer.status).toBe(401);

    const complete = async (password: string) => {
      const token = await tokenOf(invited.email);
      return clientOf(test.app, {}).post('/api/recovery/complete', { token, password });
    };
    expect((await complete('password1')).body.error).toBe('password_leaked');
    expect((await complete('Own#Choice9')).status).toBe(200);
    await test.signIn(invited.email, 'Own#Choice9');
    expect((await desk.post(`/api/staff/${invited.id}/invite`)).body.error).toBe('not_invited');
  });

  it('get their invitation from the inviting user if no mail is sent', async () => {
    const invited = person();
    await desk.post('/api/staff', invited);
    const mailed = await tokenOf(invited.email);
    const path = `/api/staff/${invited.id}/invitation-link`;
    const elsewhere = await test.signIn(portfolio.otherTeam.desk.email);
    expect((await elsewhere.post(path)).status).toBe(404);
    const { status, body } = await desk.post(path);
    expect(status).toBe(200);
    const [audit] = await test.owner`
      select event, actor_id from audit_events where subject_id = ${invited.id}
      order by id desc limit 1`;
    expect(audit).toEqual({ event: 'hand-over-invitation', actorId: portfolio.team.desk.id });
    const visitor = clientOf(test.app, {});
    const complete = (token: string | null) =>
      visitor.post('/api/recovery/complete', { token, password: 'Own#Choice9' });
    expect((await complete(mailed)).body.error).toBe('recovery_link_not_valid');
    expect((await complete(new URL(body.link).searchParams.get('token'))).status).toBe(200);
    expect((await desk.post(path)).body.error).toBe('not_invited');
  });

  it('are invited only into roles that the inviter may assign', async () => {
    const wrong: [TestClient, string][] = [
      [manager, 'user'],
      [manager, 'admin'],
      [desk, 'user'],
      [admin, 'agent'],
    ];
    for (const [client, role] of wrong) {
      const answer = await client.post('/api/staff', person({ role }));
      expect(answer.body.error, role).toBe('role_not_yours_to_invite');
    }
    const opened = await admin.post('/api/staff', {
      ...person({ role: 'user' }),
      portfolio: { name: 'New books', currency: 'KWD', timeZone: 'Asia/Kuwait' },
    });
    expect(opened.body).toMatchObject({
      role: 'user',
      portfolio: { name: 'New books' },
      currency: 'KWD',
    });
    const unclear = await admin.post('/api/staff', {
      ...person({ role: 'user' }),
      portfolio: { name: 'Other books', currency: 'KWD', timeZone: 'AST' },
    });
    expect(unclear.body).toMatchObject({
      error: 'time_zone_unknown',
      fields: { 'portfolio.timeZone': expect.any(String) },
    });
  });

  it.each([
    { wish: { name: '  ' }, error: 'name_missing', field: 'name' },
    { wish: { email: 'nobody' }, error: 'email_not_valid', field: 'email' },
    { wish: { phone: '12' }, error: 'phone_not_valid', field: 'phone' },
    { wish: { timeZone: 'Moon/Sea' }, error: 'time_zone_unknown', field: 'timeZone' },
    { wish: { timeZone: 'IST' }, error: 'time_zone_unknown', field: 'timeZone' },
    { wish: { teamId: uuidv7() }, error: 'team_not_found', field: 'teamId' },
    { wish: { email: 'MANAGER.one@bursar.example' }, error: 'email_already_used', field: 'email' },
  ])('are refused as $error at the field', async ({ wish, error, field }) => {
    const answer = await manager.post('/api/staff', person(wish));
    expect(answer.body).toMatchObject({ error, fields: { [field]: expect.any(String) } });
  });

  it('are refused with a commission above a hundred per cent, at the field', async () => {
    const answer = await manager.post('/api/staff', person({ commissionRatePercent: '100.5' }));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(Object.keys(answer.body.fields)).toEqual(['commissionRatePercent']);
  });

  it('are invited once, even if the form is sent several times at once', async () => {
    const invited = person();
    const answers = await Promise.all([1, 2, 3].map(() => manager.post('/api/staff', invited)));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      answers.map(() => [200, invited.id]),
    );
    const mails = await test.owner`
      select from outbox where to_address = ${invited.email}`;
    expect(mails).toHaveLength(1);
  });

  it('are invited again after a corrected address, which voids the first link', async () => {
    const invited = person({ language: 'ae' });
    const { body } = await manager.post('/api/staff', invited);
    const strangers = await tokenOf(invited.email);
    const email = `right.${invited.id}@bursar.example`;
    const right = changeStaff.body.parse({ ...invited, email, version: body.version });
    await manager.put(`/api/staff/${invited.id}`, right);
    const complete = (token: string) =>
      clientOf(test.app, {}).post('/api/recovery/complete', { token, password: 'Own#Choice9' });
    expect((await complete(strangers)).body.error).toBe('recovery_link_not_valid');
    expect((await complete(await tokenOf(email))).status).toBe(200);
    await test.signIn(email, 'Own#Choice9');
  });

  it('cannot use links that were mailed to a former address or before a suspension', async () => {
    const { agent } = portfolio.team;
    const { body: before } = await manager.get(`/api/staff/${agent.id}`);
    const ask = async () => {
      const count = (await mailsTo(agent.email)).length;
      Object.assign(test.app.platform, { isMailDelivered: true });
      await clientOf(test.app, {}).post('/api/recovery/request', { email: agent.email });
      await expect.poll(async () => (await mailsTo(agent.email)).length).toBe(count + 1);
      Object.assign(test.app.platform, { isMailDelivered: false });
      return tokenOf(agent.email);
    };
    const complete = (token: string) =>
      clientOf(test.app, {}).post('/api/recovery/complete', { token, password: 'Own#Choice9' });
    const toFormerAddress = await ask();
    const { name, version } = before;
    const teamId = portfolio.team.id;
    const moved = { name, teamId, email: 'moved.agent@bursar.example', version };
    await manager.put(`/api/staff/${agent.id}`, moved);
    expect((await complete(toFormerAddress)).body.error).toBe('recovery_link_not_valid');
    await manager.put(`/api/staff/${agent.id}`, {
      ...moved,
      email: agent.email,
      version: version + 1,
    });
    await test.signIn(agent.email);
    const fromBefore = await ask();
    await manager.post(`/api/staff/${agent.id}/suspend`, { id: uuidv7(), loans: 'stay' });
    await manager.post(`/api/staff/${agent.id}/reinstate`);
    expect((await complete(fromBefore)).body.error).toBe('recovery_link_not_valid');
  });

  it('that were suspended before choosing a password are invited again when reinstated', async () => {
    const invited = person();
    await manager.post('/api/staff', invited);
    await manager.post(`/api/staff/${invited.id}/suspend`, { id: uuidv7(), loans: 'stay' });
    const back = await manager.post(`/api/staff/${invited.id}/reinstate`);
    expect(back.body.status).toBe('invited');
    expect(await mailsTo(invited.email)).toHaveLength(2);
    const token = await tokenOf(invited.email);
    const answer = await clientOf(test.app, {}).post('/api/recovery/complete', {
      token,
      password: 'Own#Choice9',
    });
    expect(answer.status).toBe(200);
  });

  it('are changed only under their latest version', async () => {
    const invited = person();
    const { body } = await manager.post('/api/staff', invited);
    const renamed = { ...invited, name: 'Noor K.', version: body.version };
    const change = changeStaff.body.parse(renamed);
    const changed = await manager.put(`/api/staff/${invited.id}`, change);
    expect(changed.body).toMatchObject({ name: 'Noor K.', version: body.version + 1 });
    const stale = await manager.put(`/api/staff/${invited.id}`, { ...change, name: 'Other' });
    expect(stale.body.error).toBe('changed_since');
  });

  it('are never managed by an account of the same or a lower role', async () => {
    const change = { name: 'X', email: 'x@bursar.example', version: 1 };
    for (const account of [portfolio.manager, portfolio.otherTeam.agent, portfolio.team.desk]) {
      expect((await desk.put(`/api/staff/${account.id}`, change)).status).toBe(404);
      const suspended = await desk.post(`/api/staff/${account.id}/suspend`, {
        id: uuidv7(),
        loans: 'stay',
      });
      expect(suspended.status).toBe(404);
    }
  });

  it('lose access when suspended, and their loans move as the manager chose', async () => {
    const { agent, otherAgent, id: teamId } = portfolio.team;
    const loans = await Promise.all(
      [1, 2].map(() => arrangeLoan(test.owner, portfolio, { teamId, agentId: agent.id })),
    );
    const signedIn = await test.signIn(agent.email);
    const move = { id: uuidv7(), loans: 'move' };
    const nowhere = await manager.post(`/api/staff/${agent.id}/suspend`, {
      ...move,
      toAgentId: uuidv7(),
    });
    expect(nowhere.body).toMatchObject({
      error: 'agent_not_found',
      fields: { toAgentId: expect.any(String) },
    });
    const suspended = await manager.post(`/api/staff/${agent.id}/suspend`, {
      ...move,
      toAgentId: otherAgent.id,
    });
    expect(suspended.body).toMatchObject({ status: 'suspended', loans: 0 });
    expect((await signedIn.get('/api/session')).status).toBe(401);
    const held = await test.owner`
      select loan_id from loan_state where agent_id = ${otherAgent.id} order by loan_id`;
    expect(held).toHaveLength(loans.length);
    const history = await manager.get(`/api/loans/${loans[0]?.id}/assignments`);
    expect(history.body.assignments[0]).toMatchObject({ toAgent: 'delta-other-agent one' });
    const back = await manager.post(`/api/staff/${agent.id}/reinstate`);
    expect(back.body.status).toBe('active');
    await test.signIn(agent.email);
  });

  it('are changed in bulk once, with a reason for each that was refused', async () => {
    const { agent, otherAgent, id: teamId } = portfolio.otherTeam;
    const loan = await arrangeLoan(test.owner, portfolio, { teamId, agentId: agent.id });
    const stranger = uuidv7();
    const accounts = [agent.id, stranger].map((accountId) => ({ accountId, batchId: uuidv7() }));
    const together = {
      action: 'suspend',
      accounts,
      loans: 'move',
      toAgentId: otherAgent.id,
    };
    const refused = [
      { accountId: stranger, error: 'not_found', message: expect.any(String), details: {} },
    ];
    for (const answer of [
      await manager.post('/api/staff/change-many', together),
      await manager.post('/api/staff/change-many', together),
    ]) {
      expect(answer.body).toEqual({ done: 1, loansAwaiting: 0, refused });
    }
    const held = await test.owner`
      select from loan_state where agent_id = ${otherAgent.id} and loan_id = ${loan.id}`;
    expect(held).toHaveLength(1);
    const audits = await test.owner`
      select from audit_events where event = 'suspend-staff' and subject_id = ${agent.id}`;
    expect(audits).toHaveLength(1);
    const invite = { action: 'invite', accounts: accounts.slice(0, 1) };
    const active = await manager.post('/api/staff/change-many', { ...invite, action: 'reinstate' });
    expect(active.body).toEqual({ done: 1, loansAwaiting: 0, refused: [] });
    const invited = await manager.post('/api/staff/change-many', invite);
    expect(invited.body.refused[0].error).toBe('not_invited');
  });

  it('that an administrator suspends can leave their loans only to the same portfolio', async () => {
    const { agent, otherAgent, id: teamId } = portfolio.otherTeam;
    const foreign = await arrangePortfolio(test.owner, 'third');
    await arrangeLoan(test.owner, portfolio, { teamId, agentId: agent.id });
    const suspend = (toAgentId: string) =>
      admin.post(`/api/staff/${agent.id}/suspend`, { id: uuidv7(), loans: 'move', toAgentId });
    expect((await suspend(foreign.team.agent.id)).body.error).toBe('agent_not_found');
    expect((await suspend(otherAgent.id)).body).toMatchObject({ status: 'suspended', loans: 0 });
    await admin.post(`/api/staff/${agent.id}/reinstate`);
  });

  it('are totalled by currency, and exported within the scope and the filters', async () => {
    const { body } = await manager.get('/api/staff?role=agent');
    const outstandingMinor = body.rows.reduce(
      (sum: number, row: { outstandingMinor: number }) => sum + row.outstandingMinor,
      0,
    );
    expect(body.sums).toMatchObject({
      count: body.rows.length,
      amounts: [{ currency: 'USD', outstandingMinor }],
    });
    const asked = { role: 'agent', sort: 'name', q: 'delta-agent' };
    const fileOf = async (picked: Record<string, readonly string[]>) =>
      String((await desk.post('/api/staff/export.csv', { ...asked, ...picked })).body);
    const lines = (await fileOf({})).trimEnd().split('\r\n');
    expect(lines[0]).toContain(
      'name,email,phone,role,status,portfolio,team,loans,active_loans,currency',
    );
    expect(lines.slice(1)).toEqual([expect.stringContaining('delta-agent one,')]);
    const workbook = await test.app.server.inject({
      method: 'POST',
      url: '/api/staff/export.xlsx',
      cookies: { ...desk.cookies },
      headers: { 'x-xsrf-token': desk.cookies['XSRF-TOKEN'] ?? '' },
      payload: asked,
    });
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const first = body.rows.find(({ name }: { name: string }) => name === 'delta-agent one');
    const one = await fileOf({ accountIds: [first.id], columns: ['team', 'name'] });
    expect(one).toMatch(/^\uFEFFteam,name\r\ndelta,delta-agent one\r\n$/);
    expect((await fileOf({ exceptAccountIds: [first.id] })).split('\r\n')).toHaveLength(2);
  });

  /** Starts calls that lock administrators together: all wait for one lock before any proceeds. */
  const atOnce = async (count: number, calls: () => readonly Promise<TestAnswer>[]) =>
    Promise.all(
      await test.owner
        .begin(async (transaction) => {
          await transaction`select from accounts where role = 'admin' for update`;
          const answers = calls();
          const waiting = () => transaction`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
          await expect.poll(async () => (await waiting()).length).toBe(count);
          // The answers are wrapped, because the transaction would otherwise wait for calls that
          // wait for it.
          return { answers };
        })
        .then(({ answers }) => answers),
    );

  it('always include one administrator who can sign in', async () => {
    const [own] = (await admin.get('/api/staff?role=admin')).body.rows;
    const myself = await admin.post(`/api/staff/${own.id}/suspend`, {
      id: uuidv7(),
      loans: 'stay',
    });
    expect(myself.body.error).toBe('not_yourself');
    const other = person({ role: 'admin' });
    await admin.post('/api/staff', other);
    const token = await tokenOf(other.email);
    const password = 'Own#Choice9';
    await clientOf(test.app, {}).post('/api/recovery/complete', { token, password });
    const second = await test.signIn(other.email, password);
    const suspend = { id: uuidv7(), loans: 'stay' };
    const both = await atOnce(2, () => [
      admin.post(`/api/staff/${other.id}/suspend`, suspend),
      second.post(`/api/staff/${own.id}/suspend`, suspend),
    ]);
    const codes = both.map(({ status }) => status).toSorted((one, two) => one - two);
    expect(codes[0]).toBe(200);
    expect([401, 409]).toContain(codes[1]);
    const active = await test.owner`
      select from accounts where role = 'admin' and status = 'active'`;
    expect(active).toHaveLength(1);
  });
});
