import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { readStatementLines } from '../../records/statements/statements.store.ts';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
await arrangeApprovalRule(test.owner, portfolio, { kind: 'write-off-loan', required: false });

const on = async (day: string) => {
  test.clock.moveTo(`${day}T12:00:00Z`);
  return { manager: await signIn('manager'), deputy: await signInDeputy() };
};
const done = async (answer: ReturnType<TestClient['post']>) => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

/** Product terms for a loan without interest, penalty or disbursement fee. */
const terms = {
  annualRateMinPercent: '0',
  principalMinMinor: 10_000,
  instalmentCountMin: 1,
  disbursementFee: null,
  penalty: null,
};

async function lend(): Promise<string> {
  const { manager, deputy } = await on('2026-09-05');
  const days = { disbursedOn: '2026-09-05', firstDueOn: '2026-10-05' };
  const loan = { annualRatePercent: '0', instalmentCount: 3, principalMinor: 90_000 };
  const asked = { ...loan, disburseOn: days.disbursedOn, firstDueOn: days.firstDueOn };
  return (await lendingBy(manager, deputy).paidOut(terms, asked, days)).loanId;
}

it('a past day is shown as it was, whatever was written off or paid off since', async () => {
  const [lost, settled] = [await lend(), await lend()];
  const { manager: october } = await on('2026-10-05');
  const part = paymentOf({ amountMinor: 30_000, valueDate: '2026-10-05' });
  await done(october.post(`/api/loans/${lost}/payments`, part));
  const { manager } = await on('2026-11-26');

  async function expectPastDays(): Promise<void> {
    const { body: arrears } = await manager.get('/api/analytics/arrears');
    const monthEnd = arrears.books[0].points.find((point: { on: string }) => {
      return point.on === '2026-10-31';
    });
    const sumOf = (rows: readonly { outstandingMinor: number }[]) =>
      rows.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0);
    expect(sumOf(monthEnd.buckets)).toBe(60_000 + 90_000);
    // 15 October is no month end.
    for (const day of ['2026-10-31', '2026-10-15']) {
      const { body } = await manager.get(`/api/analytics/loans?currency=USD&on=${day}`);
      const owed = body.rows.map((row: { loanId: string; outstandingMinor: number }) => [
        row.loanId,
        row.outstandingMinor,
      ]);
      expect(Object.fromEntries(owed)).toEqual({ [lost]: 60_000, [settled]: 90_000 });
      const { body: balance } = await manager.get(`/api/finance/trial-balance?on=${day}`);
      const receivable = balance.books[0].accounts.find((account: { account: string }) => {
        return account.account === 'loans-receivable';
      });
      expect(receivable.debitMinor - receivable.creditMinor).toBe(60_000 + 90_000);
    }
    const period = { from: '2026-10-01', to: '2026-10-31' };
    const key = { portfolioId: portfolio.id, loanId: lost };
    const { openingMinor, lines } = await readStatementLines(test.owner, { ...key, ...period });
    expect(openingMinor).toBe(90_000);
    expect(lines.map(({ valueDate, paidMinor }) => [valueDate, paidMinor])).toEqual([
      ['2026-10-05', 30_000],
    ]);
  }

  await expectPastDays();
  const loss = { id: uuidv7(), reason: 'Bankrupt', principalMinor: 60_000 };
  await done(manager.post(`/api/loans/${lost}/write-off`, loss));
  const rest = paymentOf({ amountMinor: 90_000, valueDate: '2026-11-26' });
  expect(await done(manager.post(`/api/loans/${settled}/payments`, rest))).toMatchObject({
    loanStatus: 'closed',
  });
  await expectPastDays();
});
