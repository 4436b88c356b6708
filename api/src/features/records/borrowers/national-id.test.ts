import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('a borrower’s national identity number', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let agent: TestClient;
  let loanIds: string[];
  let borrowerIds: string[];
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
    const holder = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    const loans = [];
    for (let count = 0; count < 2; count += 1) {
      loans.push(await arrangeLoan(test.owner, portfolio, holder));
    }
    loanIds = loans.map(({ id }) => id);
    borrowerIds = [];
    for (const id of loanIds) {
      borrowerIds.push((await manager.get(`/api/loans/${id}`)).body.borrower.id);
    }
  });

  const address = (index: number) => `/api/borrowers/${borrowerIds[index]}`;
  const saveNationalId = async (
    nationalId: string | null,
    { index = 0, client = manager } = {},
  ) => {
    const { version } = (await client.get(address(index))).body;
    return client.put(address(index), { nationalId, contacts: [], version });
  };
  const shownTo = async (client: TestClient, index = 0) =>
    (await client.get(address(index))).body.nationalId;
  const found = async (client: TestClient, question: string) => {
    const { body } = await client.get(`/api/loans?view=all&${question}`);
    return body.rows.map(({ id }: { id: string }) => id);
  };

  it('is stored normalised and belongs to one borrower', async () => {
    expect(await saveNationalId(' 29-001 ٠١١٢٣45 ')).toMatchObject({ status: 200 });
    expect(await shownTo(manager)).toBe('290010112345');
    const again = await saveNationalId('2900 1011 2345', { index: 1 });
    expect(again).toMatchObject({ status: 409, body: { error: 'used_by_another_borrower' } });
    expect(Object.keys(again.body.fields)).toEqual(['nationalId']);
    const short = await saveNationalId('- 12 -', { index: 1 });
    expect(short).toMatchObject({ status: 400, body: { error: 'value_too_short' } });
    expect(await shownTo(manager, 1)).toBeNull();
    expect(await saveNationalId(null)).toMatchObject({ status: 200 });
    expect(await saveNationalId('290010112345', { index: 1 })).toMatchObject({ status: 200 });
  });

  it('stays unchanged if an older page saves the borrower without it', async () => {
    await saveNationalId('290010112345');
    await manager.put(address(0), { name: 'Rosa Singh', contacts: [], version: 2 });
    expect(await shownTo(manager)).toBe('290010112345');
  });

  it('shows agents only its last four characters everywhere', async () => {
    const before = await agent.get('/api/loans?view=all');
    expect(before.body.rows[0].borrower.nationalId).toBeNull();
    await saveNationalId('290010112345');
    const masked = '••••2345';
    expect(await shownTo(agent)).toBe(masked);
    const loan = await agent.get(`/api/loans/${loanIds[0]}`);
    const list = await agent.get('/api/loans?view=all');
    expect(loan.body.borrower.nationalId).toBe(masked);
    expect(list.body.rows[0].borrower.nationalId).toBe(masked);
    const asked = { filter: { view: 'all' }, columns: ['reference', 'nationalId'] };
    const file = await agent.post('/api/loans/export.csv', asked);
    expect(file.body).toContain(`reference,national_id\r\nL-000001,${masked}\r\n`);
    for (const answer of [loan, list, file]) {
      expect(JSON.stringify(answer.body)).not.toContain('0112345');
    }
    const desk = await test.signIn(portfolio.team.desk.email);
    expect((await desk.get('/api/loans?view=all')).body.rows[0].borrower.nationalId).toBe(
      '290010112345',
    );
  });

  it('is found only as a whole, by search and by filter', async () => {
    await saveNationalId('290010112345');
    expect(await found(manager, 'q=2900-1011-2345')).toEqual([loanIds[0]]);
    expect(await found(manager, 'nationalId=290010112345')).toEqual([loanIds[0]]);
    expect(await found(manager, 'q=2900101123')).toEqual([]);
    expect(await found(manager, 'nationalId=12345')).toEqual([]);
  });

  it('cannot be found by users for whom it is masked', async () => {
    await saveNationalId('290010112345');
    expect(await found(agent, 'q=2900-1011-2345')).toEqual([]);
    expect(await found(agent, 'nationalId=290010112345')).toEqual([]);
  });

  it('stays unchanged if an agent saves the masked value, and changes if they enter it in full', async () => {
    await saveNationalId('290010112345');
    expect(await saveNationalId('••••2345', { client: agent })).toMatchObject({ status: 200 });
    expect(await saveNationalId('••••9999', { client: agent })).toMatchObject({
      status: 400,
      body: { error: 'value_is_masked' },
    });
    expect(await shownTo(manager)).toBe('290010112345');
    expect(await saveNationalId('31005550199', { client: agent })).toMatchObject({ status: 200 });
    expect(await shownTo(manager)).toBe('31005550199');
  });

  it('appears masked in history and audit trail', async () => {
    await saveNationalId('290010112345');
    await saveNationalId('310055502345');
    const { body } = await manager.get(`${address(0)}/history`);
    expect(body.events.map(({ changed }: { changed: string[] }) => changed)).toEqual([
      ['nationalId'],
      ['nationalId'],
    ]);
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const trail = await admin.get('/api/audit?event=change-borrower');
    expect(trail.body.rows).toMatchObject([
      { before: { nationalId: '••••2345' }, after: { nationalId: '••••2345' } },
      { before: { nationalId: null }, after: { nationalId: '••••2345' } },
    ]);
  });
});
