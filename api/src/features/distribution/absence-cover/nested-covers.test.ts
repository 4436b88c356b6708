import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestPortfolio } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt, whileHeld } from '../../../testing/while-held.ts';
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
   * Begins two covers: the second agent covers for the first one, and the third agent for the
   * second one.
   */
  const coverTwice = async ({ first = '2026-06-19', second = '2026-06-19' } = {}) => {
    const { agent, otherAgent } = portfolio.team;
    const outer = await cover(agent.id, [otherAgent.id], { untilOn: first });
    const inner = await cover(otherAgent.id, [third], { untilOn: second });
    expect(await holders()).toEqual([third, third]);
    return { outer: outer.id, inner: inner.id };
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

  const cover = async (agentId: string, standInIds: readonly string[], wishes: object = {}) => {
    const { body } = await desk.post('/api/handovers', {
      id: uuidv7(),
      agentId,
      standInIds,
      fromOn: '2026-06-15',
      untilOn: '2026-06-19',
      reason: '',
      ...wishes,
    });
    return body.absenceCover;
  };

  describe('whose cover began first', () => {
    const coverInside = async () => {
      const { agent, otherAgent } = portfolio.team;
      const inner = await cover(otherAgent.id, [third]);
      const outer = await cover(agent.id, [otherAgent.id]);
      expect(await holders()).toEqual([third, third]);
      return { inner, outer };
    };

    it('passes the loans on, and has them until it ends', async () => {
      const { agent, otherAgent } = portfolio.team;
      const { inner, outer } = await coverInside();
      expect(outer.standIns).toMatchObject([{ id: otherAgent.id, loans: 1 }]);
      expect((await desk.get('/api/handovers')).body.absenceCovers).toMatchObject([
        { id: inner.id, standIns: [{ id: third, loans: 2 }] },
        { id: outer.id },
      ]);
      expect(await coverOf(loan)).toBe(`delta-other-agent nested${made}`);
      expect((await end(inner.id)).body).toMatchObject({ returned: 2 });
      expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
      expect(await coverOf(loan)).toBe(`delta-agent nested${made}`);
      expect((await end(outer.id)).body).toMatchObject({ returned: 1 });
      expect(await holders()).toEqual([agent.id, otherAgent.id]);
    });

    it('does not return loans whose agent returned before', async () => {
      const { agent, otherAgent } = portfolio.team;
      const { inner, outer } = await coverInside();
      expect((await end(outer.id)).body).toMatchObject({ returned: 1 });
      expect(await holders()).toEqual([agent.id, third]);
      expect((await end(inner.id)).body).toMatchObject({ returned: 1 });
      expect(await holders()).toEqual([agent.id, otherAgent.id]);
    });

    it('passes the loans on again when the first agent is away a second time', async () => {
      const { agent, otherAgent } = portfolio.team;
      const { inner, outer } = await coverInside();
      await end(outer.id);
      test.clock.moveTo('2026-06-15T12:05:00Z');
      const again = await cover(agent.id, [otherAgent.id]);
      expect(await holders()).toEqual([third, third]);
      expect((await end(inner.id)).body).toMatchObject({ returned: 2 });
      expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
      await end(again.id);
      expect(await holders()).toEqual([agent.id, otherAgent.id]);
    });

    it('begins by its first day and ends by its last', async () => {
      const { agent, otherAgent } = portfolio.team;
      await cover(otherAgent.id, [third], { untilOn: '2026-06-18' });
      await cover(agent.id, [otherAgent.id], { fromOn: '2026-06-17' });
      const follow = (day: string) =>
        followAbsenceCovers(test.database, new Date(`2026-06-${day}T00:00:00Z`));
      await follow('17');
      expect(await holders()).toEqual([third, third]);
      await follow('19');
      expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
      await follow('20');
      expect(await holders()).toEqual([agent.id, otherAgent.id]);
    });

    it('leaves out a stand-in whose only stand-in is the agent who is away', async () => {
      const { agent, otherAgent } = portfolio.team;
      await cover(otherAgent.id, [agent.id]);
      expect(await holders()).toEqual([agent.id, agent.id]);
      const { standIns } = await cover(agent.id, [otherAgent.id, third]);
      expect(standIns.find(({ id }: { id: string }) => id === otherAgent.id).loans).toBe(0);
      expect(await holders()).toEqual([third, third]);
    });

    it('gives the loans to a stand-in who is away if nobody else is left, until the return', async () => {
      const { agent, otherAgent } = portfolio.team;
      const inner = await cover(otherAgent.id, [agent.id]);
      await cover(agent.id, [otherAgent.id]);
      await end(inner.id);
      expect(await holders()).toEqual([otherAgent.id, otherAgent.id]);
    });

    it('waits for a simultaneous cover of the stand-in', async () => {
      const { agent, otherAgent, id: teamId } = portfolio.team;
      await meetAt(
        test.owner,
        (transaction) => transaction`select from teams where id = ${teamId} for update`,
        [() => cover(otherAgent.id, [third]), () => cover(agent.id, [otherAgent.id])],
      );
      expect(await holders()).toEqual([third, third]);
    });

    it('locks the agents to whom it passes loans on before the loans', async () => {
      const { agent, otherAgent } = portfolio.team;
      await cover(otherAgent.id, [third]);
      await whileHeld(test.owner, third, {
        begin: () => cover(agent.id, [otherAgent.id]),
        meanwhile: async (transaction) => {
          const free = await transaction`
            select from loan_state where loan_id = ${loan} for update skip locked`;
          expect(free).toHaveLength(1);
        },
      });
      expect(await holders()).toEqual([third, third]);
    });
  });
});
