import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

describe('exporting loans', () => {
  let test: TestApp;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    await arrangeLoan(test.owner, portfolio, { borrowerName: 'Ada "the, quick"' });
    await arrangeLoan(test.owner, portfolio, { borrowerName: '=SUM(A1)', principalMinor: 5 });
    await arrangeLoan(test.owner, portfolio, { status: 'closed' });
  });

  it('writes what the list matches as CSV, amounts as plain decimals, formulas defused', async () => {
    const { body } = await manager.get('/api/loans/export.csv?view=all&status=active');
    const lines = String(body).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFreference,external_id,borrower,purpose,grade,status,bucket,days_past_due,currency,principal,outstanding,annual_rate_percent,disbursed_on,next_due_on,next_due,team,agent,tags',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      'L-000001,X1,"Ada ""the, quick""",car,,active,1-30,14,USD,1200.00,1200.00,12,',
    );
    expect(lines[2]).toContain(`'=SUM(A1)`);
    expect(lines[2]).toContain(',0.05,');
  });

  it('writes a workbook that is one', async () => {
    const response = await test.app.server.inject({
      method: 'GET',
      url: '/api/loans/export.xlsx?view=all',
      cookies: { ...manager.cookies },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="loans-2026-06-15.xlsx"',
    );
    expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});
