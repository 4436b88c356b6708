import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the record of a person', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  let manager: TestClient;

  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    manager = await test.signIn(portfolio.manager.email);
  });

  it('has the income by month and the loans of the portfolio, the team or the agent', async () => {
    const { team, otherTeam } = portfolio;
    const held = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, held);
    const spare = await arrangeLoan(test.owner, portfolio);
    await arrangeLoan(test.owner, await arrangePortfolio(test.owner, 'other'));
    const interest = new Map<string, number>();
    for (const valueDate of ['2026-05-20', '2026-06-02']) {
      const { body } = await manager.post(`/api/loans/${loan.id}/payments`, {
        id: uuidv7(),
        amountMinor: 5_000,
        currency: 'USD',
        valueDate,
        method: 'cash',
      });
      interest.set(valueDate.slice(0, 7), body.payment.interestMinor);
    }
    const recordOf = async ({ id }: { readonly id: string }) => {
      const { status, body: record } = await admin.get(`/api/staff/${id}/record`);
      expect(status).toBe(200);
      return { ...record, ids: record.loans.map((row: { id: string }) => row.id) };
    };
    const body = await recordOf(portfolio.manager);
    expect(body.ids.toSorted()).toEqual([loan.id, spare.id].toSorted());
    for (const holder of [team.desk, team.agent]) {
      const own = await recordOf(holder);
      expect(own.ids).toEqual([loan.id]);
      expect(own.year).toEqual(body.year);
    }
    const other = await recordOf(otherTeam.agent);
    expect([other.ids, other.year.interestMinor]).toEqual([[], 0]);
    expect(body.month.interestMinor).toBe(interest.get('2026-06'));
    expect(body.previousMonth.interestMinor).toBe(interest.get('2026-05'));
    expect(body.year.interestMinor).toBe(
      body.month.interestMinor + body.previousMonth.interestMinor,
    );
  });

  it('is for administrators', async () => {
    expect((await manager.get(`/api/staff/${portfolio.manager.id}/record`)).status).toBe(403);
    expect((await admin.get(`/api/staff/${uuidv7()}/record`)).status).toBe(404);
  });
});
