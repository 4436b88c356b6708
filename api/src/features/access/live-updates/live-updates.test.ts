import { uuidv7 } from 'uuidv7';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../app.ts';
import { arrangeAdmin, arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import type { TestAccount, TestPortfolio } from '../../../testing/arrange.ts';
import { recordAudits } from '../../../platform/audit.ts';
import { openStream, type Follower } from '../../../testing/open-stream.ts';
import {
  createTestApp,
  openNeighbour,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';
import { sendNotifications } from '../notifications/send-notifications.ts';

describe('the stream of live updates', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let other: TestPortfolio;
  let admin: TestAccount;
  /** A second process on the same database. */
  let neighbour: App;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    neighbour = await openNeighbour(test);
    portfolio = await arrangePortfolio(test.owner);
    other = await arrangePortfolio(test.owner, 'two');
    admin = await arrangeAdmin(test.owner);
    await Promise.all([test.app.server.listen({ port: 0 }), neighbour.server.listen({ port: 0 })]);
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function follow(
    client: TestClient,
    { app = test.app, after }: { app?: App; after?: string } = {},
  ): Promise<Follower> {
    const follower = await openStream(app, client, after ?? (await here(test)));
    closing.push(follower.close);
    return follower;
  }

  async function pay(client: TestClient, loanId: string): Promise<void> {
    const { status } = await client.post(`/api/loans/${loanId}/payments`, {
      id: uuidv7(),
      amountMinor: 1_000,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
      note: '',
    });
    expect(status).toBe(200);
  }

  it('delivers a change of another process once it is committed', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const manager = await test.signIn(portfolio.manager.email);
    const stream = await follow(manager, { app: neighbour });
    await pay(manager, loan.id);
    expect(await stream.next('post-payment')).toEqual({
      event: 'post-payment',
      subject: 'loan',
      subjectId: loan.id,
      loanId: loan.id,
    });
  });

  it('delivers changes made while the page was loading', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const manager = await test.signIn(portfolio.manager.email);
    await pay(manager, loan.id);
    const stream = await follow(manager, { after: '' });
    expect(await stream.next('post-payment', loan.id)).toMatchObject({ loanId: loan.id });
  });

  it('reaches only users with the loan in scope', async () => {
    const { team, otherTeam, manager } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: team.id,
      agentId: team.agent.id,
    });
    const receivers = [admin, manager, team.desk, team.agent];
    const outsiders = [team.otherAgent, otherTeam.desk, otherTeam.agent, other.manager];
    const streams = await Promise.all(
      [...receivers, ...outsiders].map(async ({ email }) => follow(await test.signIn(email))),
    );
    await pay(await test.signIn(manager.email), loan.id);
    await Promise.all(
      streams.slice(0, receivers.length).map((stream) => stream.next('post-payment', loan.id)),
    );
    // Each stream gets its own notification at the end; anything that has not arrived before it
    // never will.
    const strangers = streams.slice(receivers.length);
    await notify(test, portfolio, outsiders);
    for (const stream of strangers) {
      await stream.next('send-notices');
      expect(stream.received('post-payment')).toEqual([]);
    }
  });

  it('delivers a change of a borrower to holders of their loans, also as a party, and no others', async () => {
    const { team, otherTeam, manager } = portfolio;
    const held = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, held);
    const { borrowerId } = loan;
    const guaranteed = await arrangeLoan(test.owner, portfolio, {
      teamId: otherTeam.id,
      agentId: otherTeam.agent.id,
    });
    const left = await arrangeLoan(test.owner, portfolio, {
      teamId: otherTeam.id,
      agentId: otherTeam.otherAgent.id,
    });
    const client = await test.signIn(manager.email);
    for (const { id } of [guaranteed, left]) {
      const party = { id: uuidv7(), borrowerId, role: 'guarantor', note: '' };
      const added = await client.post(`/api/loans/${id}/parties`, party);
      expect([added.status, added.body]).toMatchObject([200, {}]);
      if (id !== left.id) continue;
      const path = `/api/loans/${id}/parties/${party.id}/end`;
      const ended = await client.post(path, { reason: 'Released' });
      expect([ended.status, ended.body]).toMatchObject([200, {}]);
    }
    const receivers = [manager, team.agent, team.desk, otherTeam.agent, otherTeam.desk];
    const outsiders = [team.otherAgent, otherTeam.otherAgent, other.manager];
    const streams = await Promise.all(
      [...receivers, ...outsiders].map(async ({ email }) => follow(await test.signIn(email))),
    );
    const consent = { channel: 'call', state: 'withdrawn', means: 'spoken' };
    const path = `/api/borrowers/${borrowerId}/consents`;
    expect((await client.post(path, { id: uuidv7(), ...consent })).status).toBe(200);
    await test.database.begin((transaction) =>
      recordAudits(transaction, [
        {
          portfolioId: portfolio.id,
          actorId: manager.id,
          event: 'update-from-tape',
          subject: 'borrower',
          subjectId: borrowerId,
          requestId: null,
          at: test.clock.now(),
        },
      ]),
    );
    for (const stream of streams.slice(0, receivers.length)) {
      for (const event of ['record-consent', 'update-from-tape']) {
        expect(await stream.next(event)).toMatchObject({ subjectId: borrowerId, loanId: null });
      }
    }
    await notify(test, portfolio, outsiders);
    for (const stream of streams.slice(receivers.length)) {
      await stream.next('send-notices');
      expect(stream.received('record-consent')).toEqual([]);
      expect(stream.received('update-from-tape')).toEqual([]);
    }
  });

  it('notifies the former and the new holder of an assignment, and no other agent', async () => {
    const { team, otherTeam, manager } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: team.id,
      agentId: team.agent.id,
    });
    const touched = await Promise.all(
      [team.agent, otherTeam.agent, team.desk].map(async ({ email }) =>
        follow(await test.signIn(email)),
      ),
    );
    const bystander = await follow(await test.signIn(otherTeam.otherAgent.email));
    const moved = await (
      await test.signIn(manager.email)
    ).post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loan.id] },
      target: { kind: 'agent', id: otherTeam.agent.id },
      reason: '',
    });
    expect(moved.status).toBe(200);
    for (const stream of touched) await stream.next('assign-loans');
    await notify(test, portfolio, [otherTeam.otherAgent]);
    await bystander.next('send-notices');
    expect(bystander.received('assign-loans')).toEqual([]);
  });

  it('delivers a notification only to its recipient, not to their manager', async () => {
    const { team, manager } = portfolio;
    const boss = await follow(await test.signIn(manager.email));
    const agent = await follow(await test.signIn(team.agent.email));
    await notify(test, portfolio, [team.agent]);
    await agent.next('send-notices');
    await notify(test, portfolio, [manager]);
    await boss.next('send-notices');
    expect(boss.received('send-notices')).toHaveLength(1);
  });

  it('sends nothing for a rolled back transaction', async () => {
    const { manager } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio);
    const client = await test.signIn(manager.email);
    const stream = await follow(client);
    const undone = test.database.begin(async (transaction) => {
      await sendNotifications(transaction, [notificationTo(portfolio, manager)]);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await pay(client, loan.id);
    await stream.next('post-payment', loan.id);
    // The stream may start a little earlier; an older notification is accepted if it is a real one.
    const notificationIds = stream.received('send-notices').map(({ subjectId }) => subjectId);
    const written =
      await test.owner`select id from notifications where id = any(${notificationIds})`;
    expect(notificationIds.filter((id) => !written.some((row) => row.id === id))).toEqual([]);
  });

  it('resumes after a break without missing a change', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const manager = await test.signIn(portfolio.manager.email);
    const before = await follow(manager);
    await pay(manager, loan.id);
    await before.next('post-payment');
    const after = before.lastId();
    before.close();
    const missed = await arrangeLoan(test.owner, portfolio);
    await pay(manager, missed.id);
    const stream = await follow(manager, { app: neighbour, after });
    expect(await stream.next('post-payment', missed.id)).toMatchObject({ loanId: missed.id });
    expect(stream.messages.map(({ name }) => name)).not.toContain('refetch');
  });

  it.each([
    ['a position that is too old', () => '1.1000'],
    ['a position of another database', () => `99999999999.${Date.now()}`],
  ])('makes the page refetch everything after %s', async (_, after) => {
    const manager = await test.signIn(portfolio.manager.email);
    const stream = await follow(manager, { after: after() });
    const received = await stream.until(({ name }) => name !== 'change');
    expect(received.name).toBe('refetch');
  });

  it('shows in every process who is typing, only to the other members', async () => {
    const manager = await test.signIn(portfolio.manager.email);
    const agent = await test.signIn(portfolio.team.agent.email);
    const { body } = await manager.post('/api/chats/of-two', {
      id: uuidv7(),
      accountId: portfolio.team.agent.id,
    });
    const reader = await follow(agent, { app: neighbour });
    const bystander = await follow(await test.signIn(portfolio.team.desk.email));
    const writer = await follow(manager);
    const at = `/api/chats/${body.id}`;
    expect((await manager.post(`${at}/typing`)).status).toBe(200);
    const received = await reader.until(({ name }) => name === 'typing');
    expect(received.data).toEqual({
      chatId: body.id,
      author: { id: portfolio.manager.id, name: 'manager one' },
    });
    await manager.post(`${at}/messages`, { id: uuidv7(), text: 'There' });
    await reader.next('post-chat-message');
    await writer.next('post-chat-message');
    await notify(test, portfolio, [portfolio.team.desk]);
    await bystander.next('send-notices');
    for (const { messages } of [writer, bystander]) {
      expect(messages.map(({ name }) => name)).not.toContain('typing');
    }
    expect(bystander.received('post-chat-message')).toEqual([]);
  });

  it('loses nothing when the listening connections break', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
    const manager = await test.signIn(portfolio.manager.email);
    const streams = [await follow(manager), await follow(manager, { app: neighbour })];
    const broken = await test.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`;
    expect(broken.length).toBeGreaterThanOrEqual(2);
    await pay(manager, loan.id);
    for (const stream of streams) {
      // An earlier payment may be sent again, because the stream starts a little earlier.
      expect(await stream.next('post-payment', loan.id)).toMatchObject({ loanId: loan.id });
    }
  });

  it('ends with the session, and announces the end', async () => {
    const { email, id } = portfolio.otherTeam.otherAgent;
    const stream = await follow(await test.signIn(email));
    const manager = await test.signIn(portfolio.manager.email);
    const suspended = await manager.post(`/api/staff/${id}/suspend`, {
      id: uuidv7(),
      loans: 'stay',
    });
    expect(suspended.status).toBe(200);
    await stream.until(({ name }) => name === 'ended');
    await stream.closed;
  });

  it('is refused without a session, and beyond six streams of one session', async () => {
    const address = '/api/changes';
    const stranger = await test.app.server.inject({ method: 'GET', url: address });
    expect(stranger.statusCode).toBe(401);
    const desk = await test.signIn(portfolio.otherTeam.desk.email);
    const first = await follow(desk);
    for (let count = 1; count < 6; count += 1) await follow(desk);
    const { status, body } = await desk.get(address);
    expect([status, body.error]).toEqual([429, 'too_many_streams']);
    first.close();
    await first.closed;
    await vi.waitFor(() => follow(desk));
  });

  it('refuses a HEAD request, which would use up the session’s streams', async () => {
    const desk = await test.signIn(portfolio.otherTeam.desk.email);
    for (let count = 0; count < 7; count += 1) {
      const asked = await test.app.server.inject({
        method: 'HEAD',
        url: '/api/changes',
        cookies: { ...desk.cookies },
      });
      expect(asked.statusCode).toBe(404);
    }
    await follow(desk);
  });

  it('does not delay a server that stops', async () => {
    const app = await openNeighbour(test);
    await app.server.listen({ port: 0 });
    const stream = await follow(await test.signIn(portfolio.manager.email), { app });
    await app.server.close();
    await expect(stream.closed).resolves.toBeUndefined();
  });
});

const notificationTo = (portfolio: TestPortfolio, account: TestAccount) => ({
  portfolioId: portfolio.id,
  accountId: account.id,
  kind: 'notification' as const,
  event: 'mention' as const,
  senderId: null,
  at: '2026-06-15T12:00:00.000Z',
});

/** Returns the position of a reader who has received everything. */
async function here({ owner }: TestApp): Promise<string> {
  const [row] = await owner<{ horizon: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot()) as horizon`;
  return `${row?.horizon}.${Date.now()}`;
}

function notify(
  { database }: TestApp,
  portfolio: TestPortfolio,
  accounts: readonly TestAccount[],
): Promise<void> {
  return database.begin((transaction) =>
    sendNotifications(
      transaction,
      accounts.map((account) => notificationTo(portfolio, account)),
    ),
  );
}
