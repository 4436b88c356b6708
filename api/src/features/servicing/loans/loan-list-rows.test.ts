import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePhone,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { foldTotals } from '../loan-lists/fold-totals.ts';

describe('the rows behind loan lists', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let loanIds: string[];
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    const loans = [];
    for (let number = 1; number <= 6; number += 1) {
      loans.push(await arrangeLoan(test.owner, portfolio, { principalMinor: number * 100_000 }));
    }
    loanIds = loans.map((loan) => loan.id);
    await arrangeLoan(test.owner, portfolio, { status: 'closed' });
  });

  const assign = (target: { kind: string; id?: string }, ids: string[]) =>
    manager.post('/api/assignments', { id: uuidv7(), selection: { loanIds: ids }, target });
  const pay = (loanId: string, amountMinor: number) =>
    manager.post(`/api/loans/${loanId}/payments`, {
      id: uuidv7(),
      amountMinor,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
    });
  const ofTotals = () => test.owner`
    select team_id, agent_id, status, sum(loans)::int as loans,
      sum(principal_minor)::bigint as principal, sum(outstanding_principal_minor)::bigint as owed
    from loan_totals group by 1, 2, 3 having sum(loans) <> 0 order by 1, 2, 3`;
  const ofLoans = () => test.owner`
    select state.team_id, state.agent_id, state.status, count(*)::int as loans,
      sum(loan.principal_minor)::bigint as principal,
      sum(state.outstanding_principal_minor)::bigint as owed
    from loan_state state join loans loan on loan.id = state.loan_id
    group by 1, 2, 3 order by 1, 2, 3`;
  const rowsThatDiffer = () => test.owner`
    select state.loan_id from loan_state state
    left join loan_list_rows listed on listed.loan_id = state.loan_id
    where (listed.status, listed.team_id, listed.agent_id, listed.outstanding_principal_minor)
      is distinct from
      (state.status, state.team_id, state.agent_id, state.outstanding_principal_minor)`;

  it('equal the loans to the cent, after each change and after totals are folded', async () => {
    const [first = '', second = '', third = ''] = loanIds;
    await assign({ kind: 'team', id: portfolio.team.id }, [first, second, third]);
    await assign({ kind: 'agent', id: portfolio.team.agent.id }, [second]);
    expect(await pay(second, 50_000)).toMatchObject({ status: 200 });
    await assign({ kind: 'take-back' }, [third]);
    expect(await rowsThatDiffer()).toEqual([]);
    expect(await ofTotals()).toEqual(await ofLoans());

    await foldTotals(test.database);
    const [row] = await test.owner`
      select count(*)::int as rows, count(distinct (team_id, agent_id, status))::int as keys
      from loan_totals`;
    expect(row).toEqual({ rows: 4, keys: 4 });
    expect(await ofTotals()).toEqual(await ofLoans());
  });

  it('are written once by a payment and once by its reversal, because each write updates every index', async () => {
    const kind = 'reverse-payment';
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
    await test.owner`create sequence times_changed`;
    await test.owner`create function count_change() returns trigger language plpgsql security definer
      as $$ begin perform nextval('times_changed'); return null; end $$`;
    await test.owner`create trigger counted after update on loan_list_rows
      for each row execute function count_change()`;
    const changes = async () => {
      const [row] = await test.owner`
        select case when is_called then last_value else 0 end as times from times_changed`;
      return row?.['times'];
    };
    const [first = ''] = loanIds;
    const { body } = await pay(first, 30_000);
    expect(await changes()).toBe(1);
    const reversal = { id: uuidv7(), reason: 'The cheque bounced' };
    await manager.post(`/api/loans/${first}/payments/${body.payment.id}/reversal`, reversal);
    expect(await changes()).toBe(2);
    expect(await rowsThatDiffer()).toEqual([]);
  });

  it('stay exact while payments, moves and folding run simultaneously', async () => {
    const moves = loanIds.map((id) => assign({ kind: 'team', id: portfolio.team.id }, [id]));
    const payments = loanIds.map((id) => pay(id, 10_000));
    const folds = loanIds.map(() => foldTotals(test.database));
    const answers = await Promise.all([...moves, ...payments]);
    await Promise.all(folds);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await ofTotals()).toEqual(await ofLoans());
    const { body } = await manager.get('/api/loans?view=all');
    const [scanned] = (await manager.get('/api/loans?view=all&outstandingFromMinor=0')).body.sums
      .amounts;
    expect(body.sums.amounts).toEqual([scanned]);
  });

  it('show changes of the borrower and of the loan', async () => {
    const [first = ''] = loanIds;
    await test.owner`
      update borrowers set name = 'Zoë Marchetti'
      where id = (select borrower_id from loans where id = ${first})`;
    await arrangePhone(test.owner, first, '+14155550199');
    const found = async (text: string) =>
      (await manager.get(`/api/loans?view=all&q=${encodeURIComponent(text)}`)).body.rows.map(
        (row: { id: string }) => row.id,
      );
    expect(await found('MARCHETTI')).toEqual([first]);
    expect(await found('zoë m')).toEqual([first]);
    expect(await found('555019')).toEqual([first]);
    const last = await manager.get('/api/loans?view=all&sort=borrower&direction=desc&limit=1');
    expect(last.body.rows[0].id).toBe(first);
    await test.owner`update loans set principal_minor = 990000 where id = ${first}`;
    const richest = await manager.get('/api/loans?view=all&sort=principal&direction=desc&limit=1');
    expect(richest.body.rows[0].id).toBe(first);
    expect(await ofTotals()).toEqual(await ofLoans());
  });

  it('show and sort each loan by its current values and its borrower’s current name', async () => {
    const [first = '', second = ''] = loanIds;
    const [other] = await test.owner<{ borrowerId: string }[]>`
      select borrower_id from loans where id = ${second}`;
    const rename = (name: string) => test.owner`
      update borrowers set name = ${name}
      where id = (select borrower_id from loans where id = ${first})`;
    const shown = async () =>
      (await manager.get('/api/loans?view=all&sort=reference')).body.rows.find(
        (row: { id: string }) => row.id === first,
      );
    const listedAs = () => test.owner<{ borrowerName: string }[]>`
      select borrower_name from loan_list_rows where loan_id = ${first}`;

    await rename('Zoë Müller');
    // Both names have the same search text, without accents and capitals; the displayed and sorted
    // values must change nevertheless.
    await rename('Zoe MULLER');
    expect((await shown()).borrower.name).toBe('Zoe MULLER');
    expect(await listedAs()).toEqual([{ borrowerName: 'zoe muller' }]);

    await test.owner`update loans set external_id = 'X-77' where id = ${first}`;
    expect(await shown()).toMatchObject({ externalId: 'X-77' });
    await test.owner`update loans set purpose = 'boat' where id = ${first}`;
    expect(await shown()).toMatchObject({ purpose: 'boat' });
    await test.owner`update loans set grade = 'G' where id = ${first}`;
    expect(await shown()).toMatchObject({ grade: 'G' });
    await test.owner`update loans set borrower_id = ${other?.borrowerId ?? ''} where id = ${first}`;
    expect((await shown()).borrower.id).toBe(other?.borrowerId);

    const listed = (await shown()) as Record<string, unknown>;
    const read = (await manager.get(`/api/loans/${first}`)).body as Record<string, unknown>;
    const { borrower: _, ...figures } = listed;
    expect(read).toMatchObject(figures);
  });

  it('sort by days past due, with the latest first and loans without a due date last', async () => {
    const [first = '', second = ''] = loanIds;
    await test.owner`update loan_state set oldest_unpaid_due_on = '2026-01-01' where loan_id = ${second}`;
    await test.owner`update loan_state set oldest_unpaid_due_on = '2026-03-01' where loan_id = ${first}`;
    const { body } = await manager.get('/api/loans?view=all&sort=arrears&direction=desc');
    expect(body.rows.slice(0, 2).map((row: { id: string }) => row.id)).toEqual([second, first]);
    expect(body.rows.at(-1).status).toBe('closed');
  });
});
