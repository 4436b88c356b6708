import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { reconcile } from '../../control/reconciliation/reconcile.ts';
import { foldParts } from './fold-totals.ts';

describe('the sums of loans by part', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  const pay = (loanId: string, amountMinor: number) =>
    manager.post(`/api/loans/${loanId}/payments`, {
      id: uuidv7(),
      amountMinor,
      currency: 'USD',
      method: 'cash',
      valueDate: '2026-06-15',
    });

  const assign = (loanId: string, id: string) =>
    manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loanId] },
      target: { kind: 'agent', id },
    });

  /**
   * Expects the dashboard's late loans and disbursements of the month to equal those of the lists.
   */
  async function expectFigures(): Promise<void> {
    const found = (await reconcile(test.owner)).find(({ id }) => id === 'loan-parts');
    expect(found).toMatchObject({ count: 0 });
    const { body } = await manager.get('/api/dashboard');
    const [listed] = await test.owner<{ late: number; disbursed: number }[]>`
      select count(*) filter (where status = 'active' and next_due_on < '2026-06-15') as late,
        coalesce(sum(principal_minor) filter (where disbursed_on >= '2026-06-01'), 0)::bigint as disbursed
      from loan_list_rows`;
    const [book] = body.books;
    const late = book.buckets.filter(({ bucket }: { bucket: string }) => bucket !== 'current');
    expect(late.reduce((sum: number, { loans }: { loans: number }) => sum + loans, 0)).toBe(
      listed?.late,
    );
    expect(book.disbursedMonthMinor).toBe(listed?.disbursed);
  }

  it('stay exact while payments, reassignments and folding run simultaneously', async () => {
    const { agent, otherAgent } = portfolio.team;
    const loans: { readonly id: string }[] = [];
    for (const disbursedOn of [
      '2026-01-31',
      '2026-03-10',
      '2026-05-02',
      '2026-06-01',
      '2026-06-09',
    ]) {
      loans.push(await arrangeLoan(test.owner, portfolio, { disbursedOn }));
    }
    await expectFigures();
    await foldParts(test.database);
    const answers = await Promise.all(
      loans.flatMap(({ id }, index) => [
        pay(id, 1_000 * (index + 1)),
        foldParts(test.database),
        assign(id, index % 2 === 0 ? agent.id : otherAgent.id),
        pay(id, 500),
      ]),
    );
    expect(answers.flatMap((answer) => (answer ? [answer.status] : []))).toEqual(
      loans.flatMap(() => [200, 200, 200]),
    );
    await expectFigures();
    await foldParts(test.database);
    expect(await test.owner`select from loan_part_changes`).toHaveLength(0);
    await expectFigures();
  });

  it('do not make a payment wait for another that is not committed yet', async () => {
    const loan = await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' });
    await foldParts(test.database);
    await test.owner.begin(async (open) => {
      await open`
        insert into loan_part_changes
          (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
        select portfolio_id, kind, part, team_id, agent_id, currency, 0, 0 from loan_part_sums`;
      expect(await pay(loan.id, 5_000)).toMatchObject({ status: 200 });
      await foldParts(test.database);
    });
    await expectFigures();
  });
});
