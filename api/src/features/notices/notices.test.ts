import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../testing/arrange.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendNotices } from './send-notices.ts';

describe('notices', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
  });

  it('tell who got loans, with the reason as a message, and nobody else; reading stays read', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const manager = await test.signIn(portfolio.manager.email);
    await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loan.id] },
      target: { kind: 'agent', id: portfolio.team.agent.id },
      reason: 'Please call this week',
    });
    const agent = await test.signIn(portfolio.team.agent.email);
    const { body } = await agent.get('/api/notices');
    expect(body.unread).toEqual({ notifications: 1, messages: 1 });
    expect(body.notices).toHaveLength(2);
    expect(body.notices).toContainEqual(
      expect.objectContaining({
        kind: 'notification',
        event: 'loans-assigned',
        profile: 'manager one',
        count: 1,
        amountMinor: 120_000,
      }),
    );
    expect(body.notices).toContainEqual(
      expect.objectContaining({ kind: 'message', message: 'Please call this week' }),
    );
    for (const account of [portfolio.team.desk, portfolio.team.otherAgent, portfolio.manager]) {
      const other = await test.signIn(account.email);
      expect((await other.get('/api/notices')).body.notices).toEqual([]);
    }
    const read = { kind: 'message', until: test.clock.now().toISOString() };
    expect((await agent.post('/api/notices/read', read)).body).toEqual({ read: 1 });
    const after = await agent.get('/api/notices');
    expect(after.body.unread).toEqual({ notifications: 1, messages: 0 });
  });
  it('lead to what they are about, and are gone where their transaction was', async () => {
    const { desk } = portfolio.team;
    const target = { kind: 'loan' as const, id: uuidv7() };
    const notice = {
      portfolioId: portfolio.id,
      accountId: desk.id,
      kind: 'notification' as const,
      event: 'promise-broken' as const,
      senderId: null,
      subject: 'L-000001',
      target,
      at: test.clock.now().toISOString(),
    };
    await test.database.begin((transaction) => sendNotices(transaction, [notice]));
    const undone = test.database.begin(async (transaction) => {
      await sendNotices(transaction, [{ ...notice, subject: 'L-000002' }]);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    const { body } = await (await test.signIn(desk.email)).get('/api/notices');
    expect(body.notices).toEqual([
      expect.objectContaining({ event: 'promise-broken', subject: 'L-000001', target }),
    ]);
  });
});
