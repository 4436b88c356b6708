import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

describe('the record of a person', () => {
  let office: Office;
  let admin: TestClient;
  let manager: TestClient;

  beforeAll(async () => {
    office = await openOffice();
    const { test, signIn } = office;
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    manager = await signIn('manager');
  });

  it('has the income by month and the loans of the portfolio, the team or the agent', async () => {
    const { test, portfolio, arrangeHeld } = office;
    const { team, otherTeam } = portfolio;
    const loan = await arrangeHeld();
    const spare = await arrangeLoan(test.owner, portfolio);
    await arrangeLoan(test.owner, await arrangePortfolio(test.owner, 'other'));
    const interest = new Map<string, number>();
    for (const valueDate of ['2026-05-20', '2026-06-02']) {
      const payment = paymentOf({ amountMinor: 5_000, valueDate });
      const { body } = await manager.post(`/api/loans/${loan.id}/payments`, payment);
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
    const { id } = office.portfolio.manager;
    expect((await manager.get(`/api/staff/${id}/record`)).status).toBe(403);
    expect((await admin.get(`/api/staff/${uuidv7()}/record`)).status).toBe(404);
  });

  it('reaches no further portfolio with the permission, and no desk or agent', async () => {
    const { test, portfolio, signIn } = office;
    const elsewhere = await arrangePortfolio(test.owner, 'elsewhere');
    for (const role of ['user', 'team', 'agent']) {
      await admin.put(`/api/permissions/read-portfolios/${role}`, { granted: true });
    }
    const statusFor = async (client: TestClient, { id }: { readonly id: string }) =>
      (await client.get(`/api/staff/${id}/record`)).status;
    expect(await statusFor(manager, portfolio.team.agent)).toBe(200);
    expect(await statusFor(manager, elsewhere.team.agent)).toBe(404);
    expect(await statusFor(await signIn('desk'), portfolio.team.agent)).toBe(404);
    expect(await statusFor(await signIn('agent'), portfolio.team.agent)).toBe(404);
  });
});
