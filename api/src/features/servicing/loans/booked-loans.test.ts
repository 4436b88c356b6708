import { describe, expect, it } from 'vitest';
import { BOOKED_STATES, LOAN_STATES } from '@bursar/loan-maths/lifecycle';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const booked: ReadonlySet<string> = new Set(BOOKED_STATES);

const { owner, signIn } = await createTestApp();

describe('a loan that is not disbursed', () => {
  it.each(LOAN_STATES.filter((state) => !booked.has(state)))(
    'changes no figure while it is %s',
    async (status) => {
      const portfolio = await arrangePortfolio(owner, status);
      const { team } = portfolio;
      const holder = { teamId: team.id, agentId: team.agent.id, disbursedOn: '2026-06-01' };
      await arrangeLoan(owner, portfolio, holder);
      const manager = await signIn(portfolio.manager.email);
      const read = async (path: string) => {
        const answer = await manager.get(path);
        expect(answer.status, path).toBe(200);
        return answer.body;
      };
      const figures = async () => ({
        dashboard: await read('/api/dashboard'),
        teams: await read('/api/teams'),
        borrowers: (await read('/api/borrowers')).sums.loans,
      });

      const before = await figures();
      await arrangeLoan(owner, portfolio, { ...holder, status });

      expect(await figures()).toEqual(before);
    },
  );

  it('is counted once it is disbursed', async () => {
    const portfolio = await arrangePortfolio(owner, 'booked');
    const manager = await signIn(portfolio.manager.email);
    const loans = async () => (await manager.get('/api/borrowers')).body.sums.loans;

    expect(await loans()).toBe(0);
    for (const status of BOOKED_STATES) await arrangeLoan(owner, portfolio, { status });

    expect(await loans()).toBe(BOOKED_STATES.length);
  });
});
