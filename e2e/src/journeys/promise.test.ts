import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import type { Database } from '@bursar/api/platform/database';
import { test } from '../stack/journey.ts';
import { openPayments, openRequest, openReversal } from '../steps/approvals.ts';
import { cellUnder, expectMoney, figure } from '../steps/figures.ts';
import { readInterestOf } from '../steps/income.ts';
import { expectToast } from '../steps/loans.ts';
import { chooseUsualAmount, openPayment, post } from '../steps/payments.ts';
import { workedLoan } from '../steps/work-queue.ts';

test('a promise is kept by its payment, and broken when that payment is reversed', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loanId = await arrangePromised(stack.owner, portfolio);
  const { page: agent } = await visit(portfolio.team.agent);

  await test.step('the agent posts the payment of the promised day', async () => {
    await agent.goto(`/loan-details?id=${loanId}`);
    const panel = await openPayment(agent);
    await panel.getByRole('textbox', { name: 'Value date' }).fill('2026-06-12');
    const { interestMinor } = await chooseUsualAmount(panel, 'In arrears');
    expect(interestMinor).toBe(12_00);
    await post(panel);
    await expectPromise(agent, loanId, { state: 'Kept', received: 106_62 });
    await agent.goto('/');
    await expect(figure(agent.getByRole('main'), 'Promises kept, 30 days')).toHaveText(/^100\s?%$/);
    await agent.goto('/agentchart');
    expect(await readInterestOf(agent, 'Jun 2026')).toBe(12_00);
  });

  await test.step('the desk requests a reversal, and the promise is still kept', async () => {
    const { page: desk } = await visit(portfolio.team.desk);
    await openPayments(desk, loanId);
    const dialog = await openReversal(desk);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank returned it unpaid');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await expectToast(desk, /sent for approval/);
    await expectPromise(agent, loanId, { state: 'Kept', received: 106_62 });
  });

  await test.step('the manager approves, and the promise is broken because its day has passed', async () => {
    const { page: manager } = await visit(portfolio.manager);
    await manager.goto('/approvals');
    const request = await openRequest(manager, 'delta-desk', 'Payment reversal');
    await request.getByRole('button', { name: 'Approve' }).click();
    await expectToast(manager, 'Request approved and carried out');
    await expectPromise(agent, loanId, { state: 'Broken', received: 0 });
    const balances = agent.getByRole('region', { name: 'Balances' });
    await expectMoney(figure(balances, 'Outstanding'), 1_200_00);
  });

  await test.step('the loan leads the agent’s queue again, and its income is zero', async () => {
    await agent.goto('/');
    await expect(workedLoan(agent)).toContainText(/Promise of .*106\.62.* by 12\sJun was broken/);
    await expect(figure(agent.getByRole('main'), 'Promises kept, 30 days')).toHaveText(/^0\s?%$/);
    await agent.goto('/agentchart');
    expect(await readInterestOf(agent, 'Jun 2026')).toBe(0);
    expect(await balancesOf(stack.owner, loanId)).toEqual([]);
  });
});

/**
 * Arranges a loan with 106.62 overdue since 1 June; on the 10th the borrower promised to pay on the
 * 12th.
 */
async function arrangePromised(owner: Database, portfolio: TestPortfolio): Promise<string> {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const { id } = await arrangeLoan(owner, portfolio, holder);
  const promiseId = randomUUID();
  await owner`
    insert into promises (portfolio_id, agreement_id, id, loan_id, currency, amount_minor, promised_on,
      grace_days, made_on, made_by, made_at)
    values (${portfolio.id}, ${promiseId}, ${promiseId}, ${id}, 'USD', 10662, '2026-06-12', 0, '2026-06-10',
      ${team.agent.id}, '2026-06-10T10:00:00Z')`;
  return id;
}

type Promised = { readonly state: string; readonly received: number };

/** Checks the only promise on the loan's page. */
async function expectPromise(page: Page, loanId: string, promised: Promised): Promise<void> {
  await page.goto(`/loan-details?id=${loanId}&tab=contacts`);
  const table = page.getByRole('region', { name: 'Promises to pay' }).getByRole('table');
  const row = table.getByRole('row').nth(1);
  await expect(await cellUnder(table, row, 'State')).toHaveText(promised.state);
  await expectMoney(await cellUnder(table, row, 'Received'), promised.received);
}

/** Returns the ledger accounts that have a balance for the loan other than zero. */
async function balancesOf(owner: Database, loanId: string) {
  const rows = await owner<{ account: string }[]>`
    select line.account, sum(line.debit_minor - line.credit_minor) as balance
    from ledger_lines line
    join ledger_transactions entry
      on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
    where entry.loan_id = ${loanId}
    group by line.account having sum(line.debit_minor - line.credit_minor) <> 0`;
  return rows.map(({ account }) => account);
}
