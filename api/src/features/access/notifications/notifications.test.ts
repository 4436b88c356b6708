import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertNotifications } from './notifications.store.ts';
import { sendNotifications } from './send-notifications.ts';

describe('notifications', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
  });

  it('may be none, as in a demo portfolio without a recent batch', async () => {
    const stored = () => test.owner`select from notifications`;
    const before = await stored();
    await test.owner.begin((transaction) => insertNotifications(transaction, []));
    expect(await stored()).toHaveLength(before.length);
  });

  it('reach only the new holder of loans, with the reason, and stay read', async () => {
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
    expect(body.notifications).toHaveLength(2);
    expect(body.notifications).toContainEqual(
      expect.objectContaining({
        kind: 'notification',
        event: 'loans-assigned',
        profile: 'manager one',
        count: 1,
        amountMinor: 120_000,
        // A single loan is named, and the notification links to it.
        subject: 'L-000001',
        borrower: expect.stringMatching(/^Borrower/),
        target: { kind: 'loan', id: loan.id },
        isOver: false,
      }),
    );
    expect(body.notifications).toContainEqual(
      expect.objectContaining({ kind: 'message', message: 'Please call this week' }),
    );
    for (const account of [portfolio.team.desk, portfolio.team.otherAgent, portfolio.manager]) {
      const other = await test.signIn(account.email);
      expect((await other.get('/api/notices')).body.notifications).toEqual([]);
    }
    const read = { kind: 'message', until: test.clock.now().toISOString() };
    expect((await agent.post('/api/notices/read', read)).body).toEqual({ read: 1 });
    const after = await agent.get('/api/notices');
    expect(after.body.unread).toEqual({ notifications: 1, messages: 0 });
  });
  it('link to their batch, and do not count after it is undone', async () => {
    const loans = [
      await arrangeLoan(test.owner, portfolio),
      await arrangeLoan(test.owner, portfolio),
    ];
    const { agent } = portfolio.otherTeam;
    const manager = await test.signIn(portfolio.manager.email);
    const batchId = uuidv7();
    await manager.post('/api/assignments', {
      id: batchId,
      selection: { loanIds: loans.map(({ id }) => id) },
      target: { kind: 'agent', id: agent.id },
      reason: 'Please call this week',
    });
    const client = await test.signIn(agent.email);
    const readNotifications = async () => {
      const { body } = await client.get('/api/notices');
      return { unread: body.unread, notifications: body.notifications };
    };
    const target = { kind: 'batch', id: batchId };
    const expected = { target, count: 2, subject: null, isOver: false };
    expect(await readNotifications()).toEqual({
      unread: { notifications: 1, messages: 1 },
      notifications: [expect.objectContaining(expected), expect.objectContaining(expected)],
    });
    const { body: listed } = await client.get(`/api/loans?view=all&batchId=${batchId}`);
    expect(listed.rows).toHaveLength(2);
    await manager.post(`/api/assignments/${batchId}/undo`, { id: uuidv7() });
    const over = { target, isOver: true };
    expect(await readNotifications()).toEqual({
      unread: { notifications: 0, messages: 0 },
      notifications: [expect.objectContaining(over), expect.objectContaining(over)],
    });
  });

  it('name no borrower of a loan that their recipient can no longer see', async () => {
    const { agent } = portfolio.team;
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.team.id,
      agentId: agent.id,
    });
    const notification = {
      portfolioId: portfolio.id,
      accountId: agent.id,
      kind: 'notification' as const,
      event: 'promise-due' as const,
      senderId: null,
      subject: 'L-000009',
      target: { kind: 'loan' as const, id: loan.id },
      at: test.clock.now().toISOString(),
    };
    await test.database.begin((transaction) => sendNotifications(transaction, [notification]));
    const client = await test.signIn(agent.email);
    const borrowerOf = async () => {
      const { body } = await client.get('/api/notices');
      const [first] = body.notifications.filter(
        (one: { event: string }) => one.event === 'promise-due',
      );
      return first.borrower;
    };
    expect(await borrowerOf()).toMatch(/^Borrower/);
    await test.owner`update loan_state set agent_id = null where loan_id = ${loan.id}`;
    expect(await borrowerOf()).toBeNull();
  });

  it('link to their subject, and are rolled back with their transaction', async () => {
    const { desk } = portfolio.team;
    const target = { kind: 'loan' as const, id: uuidv7() };
    const notification = {
      portfolioId: portfolio.id,
      accountId: desk.id,
      kind: 'notification' as const,
      event: 'promise-broken' as const,
      senderId: null,
      subject: 'L-000001',
      target,
      at: test.clock.now().toISOString(),
    };
    await test.database.begin((transaction) => sendNotifications(transaction, [notification]));
    const undone = test.database.begin(async (transaction) => {
      await sendNotifications(transaction, [{ ...notification, subject: 'L-000002' }]);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    const { body } = await (await test.signIn(desk.email)).get('/api/notices');
    expect(body.notifications).toEqual([
      expect.objectContaining({ event: 'promise-broken', subject: 'L-000001', target }),
    ]);
  });

  it('are announced in the portfolio of each', async () => {
    const other = await arrangePortfolio(test.owner, 'two');
    const recipients = [portfolio, other, portfolio].map(({ id, manager }, at) => ({
      portfolioId: id,
      accountId: at === 2 ? portfolio.team.desk.id : manager.id,
    }));
    const [before] = await test.owner<{ last: string | null }[]>`
      select max(number)::text as last from live_updates`;
    await test.database.begin((transaction) =>
      sendNotifications(
        transaction,
        recipients.map((recipient) => ({
          ...recipient,
          kind: 'notification' as const,
          event: 'next-action-due' as const,
          senderId: null,
          at: test.clock.now().toISOString(),
        })),
      ),
    );
    const announced = await test.owner`
      select portfolio_id, account_ids from live_updates
      where number > ${before?.last ?? '0'} order by number`;
    expect(announced).toEqual([
      { portfolioId: portfolio.id, accountIds: [portfolio.manager.id, portfolio.team.desk.id] },
      { portfolioId: other.id, accountIds: [other.manager.id] },
    ]);
  });

  it('arrive as the recipient chose, by mail in the recipient’s language', async () => {
    const { otherAgent } = portfolio.team;
    await test.owner`update accounts set language = 'ae' where id = ${otherAgent.id}`;
    const client = await test.signIn(otherAgent.email);
    const { body: before } = await client.get('/api/profile/notice-choices');
    expect(before.choices).toContainEqual({ event: 'mention', inProduct: true, byMail: false });
    const choice = { inProduct: false, byMail: true };
    const { body } = await client.put('/api/profile/notice-choices/mention', choice);
    expect(body.choices).toContainEqual({ event: 'mention', ...choice });
    const [audit] = await test.owner`
      select event, after from audit_events order by id desc limit 1`;
    expect(audit).toEqual({
      event: 'choose-notices',
      after: { event: 'mention', inProduct: 'false', byMail: 'true' },
    });
    await test.database.begin((transaction) =>
      sendNotifications(
        transaction,
        [portfolio.team.agent, otherAgent].map(({ id }) => ({
          portfolioId: portfolio.id,
          accountId: id,
          kind: 'message' as const,
          event: 'mention' as const,
          senderId: null,
          subject: 'L-000007',
          message: 'Please look',
          at: test.clock.now().toISOString(),
        })),
      ),
    );
    expect((await client.get('/api/notices')).body.notifications).toEqual([]);
    const agent = await test.signIn(portfolio.team.agent.email);
    expect((await agent.get('/api/notices')).body.notifications).toContainEqual(
      expect.objectContaining({ event: 'mention', message: 'Please look' }),
    );
    const mails = await test.owner`select to_address, subject, body from outbox`;
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      toAddress: otherAgent.email,
      subject: 'Bursar: ذُكرت في ملاحظة (L-000007)',
      body: expect.stringContaining('Please look'),
    });
  });

  it('are read page by page, each once', async () => {
    const { otherAgent } = portfolio.otherTeam;
    const notifications = Array.from({ length: 25 }, (_, index) => ({
      portfolioId: portfolio.id,
      accountId: otherAgent.id,
      kind: 'notification' as const,
      event: 'mention' as const,
      senderId: null,
      subject: `L-${index}`,
      // Pairs of notifications have the same time, but their order must be unambiguous.
      at: new Date(Date.UTC(2026, 5, 1, 0, Math.floor(index / 2))).toISOString(),
    }));
    await test.database.begin((transaction) => sendNotifications(transaction, notifications));
    const client = await test.signIn(otherAgent.email);
    const { body: latest } = await client.get('/api/notices');
    const after = latest.older.notification;
    const { body: rest } = await client.get(
      `/api/notices/older?kind=notification&after=${after}&limit=20`,
    );
    expect([latest.notifications.length, rest.notifications.length, rest.nextCursor]).toEqual([
      20,
      5,
      null,
    ]);
    expect(latest.older.message).toBeNull();
    const subjects = [...latest.notifications, ...rest.notifications].map(({ subject }) => subject);
    expect(new Set(subjects)).toEqual(new Set(notifications.map(({ subject }) => subject)));
  });

  it('are marked as read one by one, only by their recipient', async () => {
    const owner = await test.signIn(portfolio.team.agent.email);
    const { body } = await owner.get('/api/notices');
    const [notification] = body.notifications;
    const path = `/api/notices/${notification.id}/mark`;
    const read = await owner.post(path, { isRead: true });
    expect(read.body).toEqual({ readAt: test.clock.now().toISOString() });
    expect((await owner.post(path, { isRead: false })).body).toEqual({ readAt: null });
    const stranger = await test.signIn(portfolio.manager.email);
    expect((await stranger.post(path, { isRead: true })).status).toBe(404);
    expect((await owner.get('/api/notices')).body.notifications[0].readAt).toBeNull();
  });
});
