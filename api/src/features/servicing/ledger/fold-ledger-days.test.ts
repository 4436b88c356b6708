import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { foldLedgerDays } from './fold-ledger-days.ts';

const days = ['2026-02-01', '2026-03-01', '2026-05-20', '2026-06-14', '2026-06-15'];

describe('the sums of the ledger by day', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'write-off-loan', required: false });
  });

  const pay = (loanId: string, valueDate: string, amountMinor = 5_000) =>
    manager.post(`/api/loans/${loanId}/payments`, {
      id: uuidv7(),
      amountMinor,
      currency: 'USD',
      method: 'cash',
      valueDate,
    });

  type Sum = { account: string; debitMinor: number; creditMinor: number; lines: number };

  async function expectTrialBalances(): Promise<void> {
    for (const on of days) {
      const { body } = await manager.get(`/api/finance/trial-balance?on=${on}`);
      const shown = body.books[0].accounts.flatMap(
        ({ account, debitMinor, creditMinor, lines }: Sum) =>
          lines === 0 ? [] : [{ account, debitMinor, creditMinor, lines }],
      );
      const counted = await test.owner<Sum[]>`
        select line.account, sum(line.debit_minor)::bigint as debit_minor,
          sum(line.credit_minor)::bigint as credit_minor, count(*) as lines
        from ledger_lines line
        join ledger_transactions entry
          on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
        where entry.portfolio_id = ${portfolio.id} and entry.value_date <= ${on}
        group by 1`;
      const byAccount = (rows: readonly Sum[]) =>
        rows.toSorted((one, other) => one.account.localeCompare(other.account));
      expect(byAccount(shown), on).toEqual(byAccount(counted));
    }
  }

  it('are exact for every day while back-dated payments, reversals, a write-off and folding run simultaneously', async () => {
    const loans = [];
    for (let number = 0; number < 6; number += 1) {
      loans.push(await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' }));
    }
    const [lost = { id: '' }, ...others] = loans;
    await expectTrialBalances();
    const firstPayments = await Promise.all(others.map(({ id }) => pay(id, '2026-06-15')));
    await foldLedgerDays(test.database);
    await expectTrialBalances();
    const changes = others.flatMap(({ id }, index) => [
      pay(id, days[index] ?? '2026-04-10', 4_000),
      manager.post(`/api/loans/${id}/payments/${firstPayments[index]?.body.payment.id}/reversal`, {
        id: uuidv7(),
        reason: 'The cheque bounced',
      }),
    ]);
    const loss = { id: uuidv7(), reason: 'Bankrupt', principalMinor: 120_000 };
    changes.push(manager.post(`/api/loans/${lost.id}/write-off`, loss));
    const folds = changes.map(() => foldLedgerDays(test.database));
    const answers = await Promise.all(changes);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(folds);
    await expectTrialBalances();

    await foldLedgerDays(test.database);
    expect(await test.owner`select from ledger_day_changes`).toHaveLength(0);
    await expectTrialBalances();
  });

  it('do not make a payment wait for another that is not committed yet', async () => {
    const [one, other] = [
      await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' }),
      await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' }),
    ];
    expect(await pay(one.id, '2026-06-15')).toMatchObject({ status: 200 });
    await foldLedgerDays(test.database);
    await test.owner.begin(async (open) => {
      await open`
        insert into ledger_day_changes
          (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
        select portfolio_id, day, account, currency, 0, 0, 0 from ledger_days`;
      expect(await pay(other.id, '2026-06-15')).toMatchObject({ status: 200 });
      await foldLedgerDays(test.database);
    });
    await expectTrialBalances();
  });
});
