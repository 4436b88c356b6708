import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestLoan } from '../../../testing/arrange.ts';
import {
  clientOf,
  createTestApp,
  openNeighbour,
  type TestClient,
} from '../../../testing/test-app.ts';

const test = await createTestApp({ cachesReads: true });
/** A second process without a cache: its answers show what the database has. */
const neighbour = await openNeighbour(test, { cachesReads: false });
const portfolio = await arrangePortfolio(test.owner);
const { team } = portfolio;

const { answers } = test.app.platform;
if (!answers) throw new Error('this app keeps no answers');
const { find } = answers;
/** Names of the reads that the process with the cache ran. */
const read: string[] = [];
Object.assign(answers, {
  find: (question: Parameters<typeof find>[0]) =>
    find({
      ...question,
      read: () => {
        read.push(question.name);
        return question.read();
      },
    }),
});

const PATH = '/api/loans?view=all&q=loan';
const listOf = async (client: TestClient, path = PATH) => (await client.get(path)).body;
const clientOfSecondNode = ({ cookies }: TestClient) => clientOf(neighbour, { ...cookies });

async function readsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = read.length;
  await work();
  return read.slice(before).map((name) => name.split(' {')[0] ?? '');
}

/**
 * Repeats the request until it is cached, which proves that the notification listener is connected
 * again.
 */
async function cacheList(client: TestClient, path = PATH): Promise<void> {
  await expect
    .poll(() => readsOf(() => listOf(client, path)), { timeout: 15_000, interval: 20 })
    .toEqual([]);
}

describe('the cached loan list', () => {
  let manager: TestClient;
  let desk: TestClient;
  let loan: TestLoan;
  const tagId = uuidv7();
  beforeAll(async () => {
    const held = { teamId: team.id, agentId: team.agent.id, borrowerName: 'Loan One' };
    loan = await arrangeLoan(test.owner, portfolio, held);
    await arrangeLoan(test.owner, portfolio, { borrowerName: 'Loan Two' });
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(team.desk.email);
    const tag = { id: tagId, name: 'Calm', colour: 'teal' };
    expect((await manager.post('/api/tags', tag)).status).toBe(200);
  });

  it('is read once for equal requests, and its totals once for all pages', async () => {
    await cacheList(manager);
    expect(await listOf(manager)).toEqual(await listOf(clientOfSecondNode(manager)));
    const page = () => listOf(manager, `${PATH}&sort=principal&limit=1`);
    expect(await readsOf(page)).toEqual(['GET /api/loans']);
    expect(await readsOf(page)).toEqual([]);
    expect((await page()).sums.count).toBe(2);
  });

  it('shows a desk only its own loans', async () => {
    await cacheList(manager);
    await cacheList(desk);
    expect((await listOf(desk)).rows).toHaveLength(1);
    expect((await listOf(desk)).sums.count).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'an added tag',
      () => test.owner`
        insert into loan_tags (portfolio_id, loan_id, tag_id, put_on_by, put_on_at)
        values (${portfolio.id}, ${loan.id}, ${tagId}, ${portfolio.manager.id}, now())`,
    ],
    ['a tag’s name', () => test.owner`update tags set name = 'Quiet' where id = ${tagId}`],
    ['a tag’s colour', () => test.owner`update tags set colour = 'ochre' where id = ${tagId}`],
    ['a removed tag', () => test.owner`delete from loan_tags where tag_id = ${tagId}`],
    ['a team’s name', () => test.owner`update teams set name = 'Omega' where id = ${team.id}`],
    [
      'an agent’s name',
      () => test.owner`update accounts set name = 'Zed' where id = ${team.agent.id}`,
    ],
    [
      'an amount',
      () => test.owner`
        update loan_state set outstanding_principal_minor = outstanding_principal_minor - 1
        where loan_id = ${loan.id}`,
    ],
  ])('follows %s', async (_name, change) => {
    await cacheList(manager);
    const before = await listOf(clientOfSecondNode(manager));
    await change();
    const after = await listOf(clientOfSecondNode(manager));
    expect(after).not.toEqual(before);
    await expect.poll(() => listOf(manager), { timeout: 1_000, interval: 20 }).toEqual(after);
  });

  it('is not cached when filtered by activity, because activity sends no notification', async () => {
    await cacheList(manager);
    const path = '/api/loans?view=all&work=contacted';
    const contact = {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      contactedAt: '2026-06-15T11:00:00Z',
      note: '',
    };
    expect((await listOf(manager, path)).sums.count).toBe(0);
    const agent = clientOfSecondNode(await test.signIn(team.agent.email));
    const { status } = await agent.post(`/api/loans/${loan.id}/contacts`, contact);
    expect(status).toBe(200);
    expect((await listOf(manager, path)).sums.count).toBe(1);
  });

  it('shows a change by the same process in the next read, before the notification arrives', async () => {
    // Stops the notifications of changes to loans and their tags.
    await test.owner`
      create or replace function notify_figures() returns trigger language plpgsql
      as 'begin return null; end'`;
    await cacheList(manager);
    const tagged = { selection: { loanIds: [loan.id] }, putOn: [tagId] };
    const { status, body } = await manager.post('/api/loan-tags', tagged);
    expect([status, body.changed]).toEqual([200, 1]);
    expect(await listOf(manager)).toEqual(await listOf(clientOfSecondNode(manager)));
  });
});
