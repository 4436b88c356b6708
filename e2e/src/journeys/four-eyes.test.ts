import { expect } from '@playwright/test';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import type { Database } from '@bursar/api/platform/database';
import { test } from '../stack/journey.ts';
import {
  openPaymentMenu,
  openPayments,
  openRequest,
  openReversal,
  paymentLines,
} from '../steps/approvals.ts';
import { payArrears } from '../steps/book.ts';
import { expectToast } from '../steps/loans.ts';

test('a requested reversal that another person declines changes nothing', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const loan = await arrangeHeldLoan(stack.owner, portfolio);
  const manager = await visit(portfolio.manager);
  await payArrears(manager, loan.id);
  const { page } = manager;
  await openPayments(page, loan.id);
  const dialog = await openReversal(page);
  await expect(dialog).toContainText('A second person must approve this first');
  const facts = dialog.getByRole('region', { name: 'Loan before and after' });
  await expect(facts.getByRole('row', { name: /^Outstanding principal/ })).toContainText(
    '1,200.00',
  );
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(dialog).toContainText('Enter a reason for the reversal.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The card was charged back');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, /Reversal of 106\.62\sUSD .* sent for approval/);

  await page.getByRole('link', { name: 'Reversal awaits approval' }).click();
  const own = page.getByRole('dialog', { name: 'Payment reversal' });
  await expect(own).toContainText('You made this request.');
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, 'manager', 'Payment reversal');
  await expect(request).toContainText('The card was charged back');
  await expect(request).toContainText('Card ·');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect(request).toContainText('Enter a reason to decline.');
  await request
    .getByRole('textbox', { name: 'Reason for the decision' })
    .fill('The bank confirms the money');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expectToast(office, 'Request declined');

  await page.goto('/approvals?tab=decided');
  const decided = await openRequest(page, 'manager', 'Payment reversal');
  await expect(decided).toContainText('Declined');
  await expect(decided).toContainText('The bank confirms the money');
  await openPayments(page, loan.id);
  await expect(paymentLines(page)).toHaveCount(1);
  await openPaymentMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Reverse…' })).toBeVisible();
  expect(await countReversals(stack.owner, portfolio)).toBe(0);
});

test('a reversal approved by another person removes the payment from loan and income', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeHeldLoan(stack.owner, portfolio);
  const desk = await visit(portfolio.team.desk);
  await payArrears(desk, loan.id);
  await openPayments(desk.page, loan.id);
  const dialog = await openReversal(desk.page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid for somebody else');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(desk.page, /sent for approval/);

  const { page: manager } = await visit(portfolio.manager);
  await manager.goto('/');
  // The sidebar shows the number too.
  const header = manager.getByRole('banner');
  await header.getByRole('link', { name: '1 request waits for your decision' }).click();
  const request = await openRequest(manager, 'delta-desk', 'Payment reversal');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(manager, 'Request approved and carried out');
  await expect(manager.getByText('No requests are waiting for a decision.')).toBeVisible();

  await openPayments(desk.page, loan.id);
  await expect(paymentLines(desk.page)).toHaveCount(2);
  await desk.page.getByRole('link', { name: 'Reversed' }).click();
  await expect(paymentLines(desk.page).filter({ hasText: 'Paid for somebody else' })).toContainText(
    '−106.62',
  );
  await desk.page.goto('/agentgraph');
  await expect(desk.page.getByText('Nothing was received in this period.').first()).toBeVisible();
  expect(await countReversals(stack.owner, portfolio)).toBe(1);
});

test('an agent requests the reversal of their own payment and is notified of the decision', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const agent = await visit(team.agent);
  await payArrears(agent, loan.id);
  const { page } = agent;
  await openPayments(page, loan.id);
  await openPaymentMenu(page);
  const asking = page.getByRole('menuitem', { name: 'Ask for reversal…' });
  await expect(asking).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Reverse…' })).toHaveCount(0);
  await asking.click();
  const dialog = page.getByRole('dialog', { name: /^Ask for the reversal of your payment/ });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Typed on the wrong loan');
  // The address keeps the dialog open, and the browser stores the text.
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    'Typed on the wrong loan',
  );
  await dialog.getByRole('button', { name: 'Ask for reversal' }).click();
  await expectToast(page, /sent for approval/);
  await expect(page.getByRole('link', { name: 'Reversal awaits approval' })).toBeVisible();

  const { page: manager } = await visit(portfolio.manager);
  await manager.goto('/approvals');
  const request = await openRequest(manager, 'delta-agent', 'Payment reversal');
  await expect(request).toContainText('Typed on the wrong loan');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(manager, 'Request approved and carried out');

  await expect(page.getByRole('link', { name: 'Reversed' })).toBeVisible();
  await expect(paymentLines(page)).toHaveCount(2);
  expect(await countReversals(stack.owner, portfolio)).toBe(1);
});

test('a reversal is immediate if an administrator allows it without approval', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const loan = await arrangeHeldLoan(stack.owner, portfolio);
  const desk = await visit(portfolio.team.desk);
  await payArrears(desk, loan.id);
  await payArrears(desk, loan.id, 'cash');
  const { page: office } = await visit(admin);
  await office.goto('/approvals?tab=rules');
  const [named] = await stack.owner<{ name: string }[]>`
    select name from portfolios where id = ${portfolio.id}`;
  const rule = office.getByRole('switch', {
    name: `Payment reversal needs a second person in ${named?.name}`,
  });
  await rule.click();
  await expect(rule).not.toBeChecked();
  await expect(rule).not.toHaveAttribute('aria-busy', 'true');

  await openPayments(desk.page, loan.id);
  const dialog = await openReversal(desk.page, 1);
  await expect(dialog).toContainText('1 later payment will be reallocated');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Entered twice');
  await dialog.getByRole('button', { name: 'Reverse payment' }).click();
  await expectToast(desk.page, /Payment of 106\.62\sUSD .* reversed/);
  await expect(paymentLines(desk.page)).toHaveCount(3);
  await expect(paymentLines(desk.page).filter({ hasText: 'Reallocated' })).toHaveCount(1);
  await desk.page.getByRole('tab', { name: 'Ledger' }).click();
  await expect(desk.page.getByText('Payment reversed').first()).toBeVisible();
});

function arrangeHeldLoan(owner: Database, portfolio: TestPortfolio) {
  return arrangeLoan(owner, portfolio, { teamId: portfolio.team.id });
}

async function countReversals(owner: Database, { id }: TestPortfolio): Promise<number> {
  const rows = await owner`select from payment_reversals where portfolio_id = ${id}`;
  return rows.length;
}
