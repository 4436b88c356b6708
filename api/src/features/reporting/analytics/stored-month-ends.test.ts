import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { expectStoredHistory, expectStoredLists } from '../../../testing/expect-stored-history.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const portfolio = await arrangePortfolio(test.owner);
const { id: portfolioId, team, otherTeam } = portfolio;
const manager = await test.signIn(portfolio.manager.email);
const lateLoan = await arrangeLoan(test.owner, portfolio, {
  teamId: team.id,
  agentId: team.agent.id,
  disbursedOn: '2025-12-31',
});
const otherLoan = await arrangeLoan(test.owner, portfolio, {
  teamId: otherTeam.id,
  agentId: null,
  disbursedOn: '2026-02-28',
});

const now = test.clock.now();
const desk = (of: typeof team) =>
  ({ role: 'team', accountId: of.desk.id, portfolioId, teamId: of.id }) as const;
const agent = (of: { readonly id: string }) =>
  ({ role: 'agent', accountId: of.id, portfolioId }) as const;
const scopes = [
  { role: 'user', accountId: portfolio.manager.id, portfolioId } as const,
  desk(team),
  desk(otherTeam),
  agent(team.agent),
  agent(team.otherAgent),
];

async function assign(loanId: string, target: { kind: 'team' | 'agent'; id: string }) {
  const body = { id: uuidv7(), selection: { loanIds: [loanId] }, target };
  expect(await manager.post('/api/assignments', body)).toMatchObject({ status: 200 });
}

const marked = async () => {
  const marks = await test.owner<{ loanId: string; isMove: boolean }[]>`
    select distinct loan_id, is_move from month_end_marks order by is_move`;
  return marks.map(({ loanId, isMove }) => [loanId, isMove]);
};

it('a loan takes its past month ends to its new team and agent', async () => {
  await expectStoredHistory(test.database, { now, scopes });
  const [held] = await test.owner`
    select from held_month_end_sums where holder_id = ${team.agent.id} and bucket <> 'current'`;
  expect(held).toBeDefined();
  await assign(lateLoan.id, { kind: 'team', id: otherTeam.id });
  expect(await marked()).toEqual([[lateLoan.id, true]]);
  await expectStoredHistory(test.database, { now, scopes });
  const left = await test.owner`
    select from held_month_end_sums where holder_id in (${team.id}, ${team.agent.id})`;
  expect(left).toHaveLength(0);
});

it('a loan that moved and got a back-dated payment counts once', async () => {
  await assign(lateLoan.id, { kind: 'team', id: team.id });
  await assign(otherLoan.id, { kind: 'agent', id: team.otherAgent.id });
  const paid = await manager.post(`/api/loans/${lateLoan.id}/payments`, {
    id: uuidv7(),
    amountMinor: 10_662,
    currency: 'USD',
    method: 'cash',
    valueDate: '2026-02-10',
  });
  expect(paid).toMatchObject({ status: 200 });
  expect(await marked()).toEqual(
    expect.arrayContaining([
      [lateLoan.id, false],
      [lateLoan.id, true],
      [otherLoan.id, true],
    ]),
  );
  for (const scope of scopes) await expectStoredLists(test.database, { now, scope });
  await expectStoredHistory(test.database, { now, scopes });
});

it('a version that does not know the holders cannot store month ends', async () => {
  const refused = test.owner`delete from loan_month_ends where loan_id = ${lateLoan.id}`;
  await expect(refused).rejects.toMatchObject({ code: '55P03' });
});
