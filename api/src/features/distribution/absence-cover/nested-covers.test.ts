import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestPortfolio } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { followAbsenceCovers } from './follow-absence-covers.ts';

const test = await createTestApp();
let made = 0;

describe('cover for a stand-in who is away too', () => {
  let office: Office;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let third: string;
  let loan: string;
  let ownLoan: string;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `nested${made}` });
    portfolio = office.portfolio;
    desk = await office.signIn('desk');
    third = uuidv7();
    await test.owner`
      insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
      values (${third}, ${portfolio.id}, ${portfolio.team.id}, 'agent',
        ${`${third}@bursar.example`}, 'Third agent', 'none')`;
    loan = (await office.arrangeHeld()).id;
    ownLoan = (await office.arrangeHeld({ agentId: portfolio.team.otherAgent.id })).id;
  });

  /**
   * Plans two covers: the second agent covers for the first one, and the third agent for the second
   * one.
   */
  const coverTwice = async ({ first = '2026-06-19', second = '2026-06-19' } = {}) => {
    const { agent, otherAgent } = portfolio.team;
    const cover = async (agentId: string, standInId: string, untilOn: string) => {
      const { body } = await desk.post('/api/handovers', {
        id: uuidv7(),
        agentId,
        standInIds: [standInId],
        fromOn: '2026-06-15',
        untilOn,
        reason: '',
      });
      return body.absenceCover.id;
    };
    const outer = await cover(agent.id, otherAgent.id, first);
    const inner = await cover(otherAgent.id, third, second);
    expect(await holders()).toEqual([third, third]);
    return { outer, inner };
  };
  const holders = async () => {
    const rows = await test.owner<{ loanId: string; agentId: string | null }[]>`
      select loan_id, agent_id from loan_state where loan_id in (${loan}, ${ownLoan})`;
    return [loan, ownLoan].map((id) => rows.find(({ loanId }) => loanId === id)?.agentId);
  };
  const end = (id: string) => desk.post(`/api/handovers/${id}/end`);
  const coverOf = async (loanId: string) =>
    (await desk.get(`/api/loans/${loanId}/work`)).body.coverFor?.agent;

  it('ends after the first agent returned, who has the loans again and is notified', async () => {
    const { agent, otherAgent } = portfolio.team;
    const { outer, inner } = await coverTwice();
    expect(await coverOf(loan)).toBe(`delta-other-agent nested${made}`);
    expect((await end(outer)).body).toMatchObject({ returned: 1 });
    expect(await holders()).toEqual([agent.id, third]);
    expect(await coverOf(loan)).toBeUndefined();
    const notifications = await test.owner`
      select count from notifications
      where account_id = ${agent.id} and event = 'loans-assigned'`;
    expect(notifications).toMatchObject([{ count: 1 }]);
    expect((await end(inner)).body).toMatchObject({ returned: 1 });
    expect(await holders()).toEqual([agent.id, otherAgent.id]);
  });

  it('ends before the first agent returns, who has the loans again', async () => {
    const { agent, otherAgent } = portfolio.team;
    const { outer, inner } = await coverTwice();
    expect((await end(inner)).body).toMatchObject({ returned: 2 });
    expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
    expect([await coverOf(loan), await coverOf(ownLoan)]).toEqual([
      `delta-agent nested${made}`,
      undefined,
    ]);
    expect((await end(outer)).body).toMatchObject({ returned: 1 });
    expect(await holders()).toEqual([agent.id, otherAgent.id]);
  });

  it.each([
    { first: '2026-06-19', second: '2026-06-19' },
    { first: '2026-06-18', second: '2026-06-19' },
    { first: '2026-06-19', second: '2026-06-18' },
  ])('ends by its last day: $first and $second', async (days) => {
    const { agent, otherAgent } = portfolio.team;
    await coverTwice(days);
    for (const day of ['19', '20']) {
      await followAbsenceCovers(test.database, new Date(`2026-06-${day}T00:00:00Z`));
    }
    expect(await holders()).toEqual([agent.id, otherAgent.id]);
  });

  it('leaves loans that a user assigned in between where they are', async () => {
    const { otherAgent } = portfolio.team;
    const { outer, inner } = await coverTwice();
    const assigned = await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loan] },
      target: { kind: 'agent', id: otherAgent.id },
      borrowersTogether: false,
    });
    expect(assigned.status).toBe(200);
    test.clock.moveTo('2026-06-15T12:05:00Z');
    expect((await end(outer)).body).toMatchObject({ returned: 0 });
    expect((await end(inner)).body).toMatchObject({ returned: 1 });
    expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
  });
});
