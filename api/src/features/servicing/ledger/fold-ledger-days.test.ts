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
  let clients: readonly { readonly name: string; readonly client: TestClient }[];
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    const { team } = portfolio;
    manager = await test.signIn(portfolio.manager.email);
    clients = [
      { name: 'manager', client: manager },
      { name: 'team', client: await test.signIn(team.desk.email) },
      { name: 'agent', client: await test.signIn(team.agent.email) },
    ];
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

  const holds = (name: string) =>
    ({
      manager: test.owner`true`,
      team: test.owner`state.team_id = ${portfolio.team.id}`,
      agent: test.owner`state.agent_id = ${portfolio.team.agent.id}`,
    })[name] ?? test.owner`false`;

  async function expectTrialBalances(): Promise<void> {
    const asked = clients.flatMap((reader) => days.map((on) => ({ ...reader, on })));
    for (const { name, client, on } of asked) {
      const { body } = await client.get(`/api/finance/trial-balance?on=${on}`);
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
        join loan_state state
          on state.portfolio_id = entry.portfolio_id and state.loan_id = entry.loan_id
        where entry.portfolio_id = ${portfolio.id} and entry.value_date <= ${on}
          and ${holds(name)}
        group by 1`;
      const byAccount = (rows: readonly Sum[]) =>
        rows.toSorted((one, other) => one.account.localeCompare(other.account));
      expect(byAccount(shown), `${name} on ${on}`).toEqual(byAccount(counted));
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

  it('follow loans from holder to holder while payments and folding run simultaneously', async () => {
    const { team, otherTeam } = portfolio;
    const loans: { readonly id: string }[] = [];
    for (let number = 0; number < 6; number += 1) {
      loans.push(await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' }));
    }
    const move = (index: number, target: { kind: string; id: string }) =>
      manager.post('/api/assignments', {
        id: uuidv7(),
        selection: { loanIds: [loans[index]?.id] },
        target,
      });
    const toAgent = { kind: 'agent', id: team.agent.id };
    const toOther = { kind: 'agent', id: team.otherAgent.id };
    for (let index = 0; index < 4; index += 1) await move(index, toAgent);
    await Promise.all(loans.map(({ id }) => pay(id, '2026-03-01')));
    await expectTrialBalances();
    const payments = loans.flatMap(({ id }, index) => [
      pay(id, days[index] ?? '2026-04-10', 1_000 + index),
      pay(id, '2026-06-14', 2_000 + index),
    ]);
    // The targets differ from the present holders, because a move to the present holder is refused.
    const moves = loans.flatMap((_, index) => [
      move(index, index % 2 === 0 ? toOther : { kind: 'team', id: otherTeam.id }),
      foldLedgerDays(test.database),
      move(index, index < 3 ? toAgent : { kind: 'team', id: team.id }),
    ]);
    const answers = await Promise.all(payments);
    await Promise.all(moves);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await expectTrialBalances();
    await foldLedgerDays(test.database);
    expect(await test.owner`select from loan_moves`).toHaveLength(0);
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
