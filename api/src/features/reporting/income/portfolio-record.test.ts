import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the record of a portfolio', () => {
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

  it('has its income by month and its own loans only', async () => {
    const loan = await arrangeLoan(test.owner, portfolio);
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
    const { status, body } = await admin.get(`/api/portfolios/${portfolio.id}/record`);
    expect(status).toBe(200);
    expect(body.loans.map(({ id }: { id: string }) => id)).toEqual([loan.id]);
    expect(body.month.interestMinor).toBe(interest.get('2026-06'));
    expect(body.previousMonth.interestMinor).toBe(interest.get('2026-05'));
    expect(body.year.interestMinor).toBe(
      body.month.interestMinor + body.previousMonth.interestMinor,
    );
  });

  it('is for administrators', async () => {
    expect((await manager.get(`/api/portfolios/${portfolio.id}/record`)).status).toBe(403);
    expect((await admin.get(`/api/portfolios/${uuidv7()}/record`)).status).toBe(404);
  });
});
