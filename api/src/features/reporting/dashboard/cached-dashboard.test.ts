import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestLoan,
} from '../../../testing/arrange.ts';
import {
  clientOf,
  createTestApp,
  openNeighbour,
  type TestClient,
} from '../../../testing/test-app.ts';

const test = await createTestApp({ cachesReads: true });
/** A second process without a cache answers directly from the database. */
const neighbour = await openNeighbour(test, { cachesReads: false });

const portfolio = await arrangePortfolio(test.owner);
const other = await arrangePortfolio(test.owner, 'two');
const { team, otherTeam } = portfolio;
const admin = await arrangeAdmin(test.owner);

const { answers } = test.app.platform;
if (!answers) throw new Error('this app keeps no answers');
const { find } = answers;
/** Counts how often the process with the cache calculates a dashboard. */
let reads = 0;
Object.assign(answers, {
  find: (question: Parameters<typeof find>[0]) =>
    find({
      ...question,
      read: () => {
        reads += 1;
        return question.read();
      },
    }),
});

const dashboardOf = async (client: TestClient) => (await client.get('/api/dashboard')).body;
const clientOfSecondNode = ({ cookies }: TestClient) => clientOf(neighbour, { ...cookies });

async function countReads(work: () => Promise<unknown>): Promise<number> {
  const before = reads;
  await work();
  return reads - before;
}

/**
 * Repeats the request until the answer is cached. Answers are cached only once the heartbeat has
 * proved the connection.
 */
async function cacheDashboard(client: TestClient): Promise<void> {
  await expect
    .poll(() => countReads(() => dashboardOf(client)), { timeout: 15_000, interval: 20 })
    .toBe(0);
}

/**
 * Changes from another process arrive as notifications, so this waits a moment for the right
 * answer.
 */
async function eventuallyRight(client: TestClient, timeout = 1_000): Promise<void> {
  const right = await dashboardOf(clientOfSecondNode(client));
  await expect.poll(() => dashboardOf(client), { timeout, interval: 20 }).toEqual(right);
}

const pay = async (client: TestClient, loan: TestLoan) => {
  const body = {
    id: uuidv7(),
    amountMinor: 1_000,
    currency: 'USD',
    valueDate: '2026-06-15',
    method: 'cash',
  };
  expect((await client.post(`/api/loans/${loan.id}/payments`, body)).status).toBe(200);
  return body.id;
};

describe('the cached dashboard', () => {
  let manager: TestClient;
  let loan: TestLoan;
  let strangersLoan: TestLoan;
  beforeAll(async () => {
    const held = { teamId: team.id, agentId: team.agent.id, disbursedOn: '2026-04-01' };
    loan = await arrangeLoan(test.owner, portfolio, held);
    await arrangeLoan(test.owner, portfolio, { ...held, agentId: team.otherAgent.id });
    await arrangeLoan(test.owner, portfolio, { teamId: otherTeam.id });
    strangersLoan = await arrangeLoan(test.owner, other, { principalMinor: 70_000 });
    manager = await test.signIn(portfolio.manager.email);
  });

  it('shows each reader their own figures, cached or not', async () => {
    const readers = [portfolio.manager, other.manager, admin];
    readers.push(
      ...[team, otherTeam].flatMap(({ desk, agent, otherAgent }) => [desk, agent, otherAgent]),
    );
    const clients = await Promise.all(readers.map(({ email }) => test.signIn(email)));
    for (const client of clients) await cacheDashboard(client);
    for (const client of clients) {
      expect(await dashboardOf(client)).toEqual(await dashboardOf(clientOfSecondNode(client)));
    }
  });

  it('shows a payment that another process has posted, and its reversal', async () => {
    await cacheDashboard(manager);
    const before = (await dashboardOf(manager)).books[0].collectedMonthMinor;
    const collected = async () => (await dashboardOf(manager)).books[0].collectedMonthMinor;
    const paymentId = await pay(clientOfSecondNode(manager), loan);
    await expect.poll(collected).toBe(before + 1_000);
    await cacheDashboard(manager);
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const path = `/api/loans/${loan.id}/payments/${paymentId}/reversal`;
    const reversed = await clientOfSecondNode(manager).post(path, {
      id: uuidv7(),
      reason: 'Entered twice',
    });
    expect(reversed.body).toMatchObject({ outcome: 'reversed' });
    await expect.poll(collected).toBe(before);
    await eventuallyRight(manager);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the holder of a loan',
      () => test.owner`update loan_state set team_id = null, agent_id = null
        where loan_id = ${loan.id}`,
    ],
    [
      'a write-off',
      () => test.owner`
        update loan_state set status = 'written_off', outstanding_principal_minor = 0
        where loan_id = ${loan.id}`,
    ],
    [
      'a borrower’s name',
      () =>
        test.owner`update borrowers set name = upper(name) where portfolio_id = ${portfolio.id}`,
    ],
    ['a new loan', () => arrangeLoan(test.owner, portfolio)],
    [
      'the income of a day',
      () => test.owner`update income_days set interest_minor = interest_minor + 5
        where portfolio_id = ${portfolio.id}`,
    ],
    [
      'the time zone of the portfolio',
      () => test.owner`update portfolios set time_zone = 'Pacific/Kiritimati'
        where id = ${portfolio.id}`,
    ],
  ])('follows %s, for a manager and for an administrator', async (_name, change) => {
    await pay(manager, await arrangeLoan(test.owner, portfolio));
    const root = await test.signIn(admin.email);
    await cacheDashboard(manager);
    await cacheDashboard(root);
    const before = await dashboardOf(clientOfSecondNode(manager));
    await change();
    expect(await dashboardOf(clientOfSecondNode(manager))).not.toEqual(before);
    await eventuallyRight(manager);
    await eventuallyRight(root);
  });

  it('is not calculated again after a change in another portfolio', async () => {
    const root = await test.signIn(admin.email);
    const stranger = await test.signIn(other.manager.email);
    for (const client of [manager, root, stranger]) await cacheDashboard(client);
    await pay(clientOfSecondNode(stranger), strangersLoan);
    await eventuallyRight(stranger);
    await eventuallyRight(root);
    expect(await countReads(() => dashboardOf(manager))).toBe(0);
  });

  it('is not cached while notifications cannot arrive', async () => {
    await cacheDashboard(manager);
    await test.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen "bursar_%' and datname = current_database()`;
    await pay(clientOfSecondNode(manager), await arrangeLoan(test.owner, portfolio));
    await eventuallyRight(manager, 3_000);
    expect(await dashboardOf(manager)).toEqual(await dashboardOf(clientOfSecondNode(manager)));
  });

  it('shows a change by the same process in the next read, before the notification arrives', async () => {
    // The database no longer sends notifications.
    await test.owner`
      create or replace function notify_figures() returns trigger language plpgsql
      as 'begin return null; end'`;
    const paid = await arrangeLoan(test.owner, portfolio);
    await cacheDashboard(manager);
    await pay(manager, paid);
    expect(await dashboardOf(manager)).toEqual(await dashboardOf(clientOfSecondNode(manager)));
  });
});
