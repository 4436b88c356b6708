import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { openPayments, openRequest, paymentLines } from '../steps/approvals.ts';
import { expectToast } from '../steps/loans.ts';

test('a loan is written off with approval, a payment on it is a recovery, and lists show it', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, {
    teamId: team.id,
    agentId: team.agent.id,
  });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Write off…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Write off L-/ });
  await expect(dialog).toContainText('A second person must approve this first');
  await expect(dialog.getByRole('row', { name: /^Principal written off/ })).toContainText(
    '1,200.00',
  );
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(dialog).toContainText('Enter a reason.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insolvent');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, /Sent for approval: L-/);

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, 'manager', 'Write-off');
  await expect(request).toContainText('Insolvent');
  await expect(request).toContainText('Written off');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(office, 'Request approved and carried out');

  const { page: agent } = await visit(team.agent);
  await agent.goto(`/loan-details?id=${loan.id}`);
  await agent.getByRole('button', { name: 'Post recovery' }).click();
  const drawer = agent.getByRole('dialog', { name: /^Recovery on L-/ });
  await expect(drawer).toContainText('booked as a recovery');
  await drawer.getByRole('textbox', { name: 'Amount' }).fill('50');
  await drawer.getByRole('button', { name: 'Post recovery' }).click();
  await expectToast(agent, /50\.00\sUSD recovered on L-/);
  await expect(agent.getByText('Written off').first()).toBeVisible();

  await openPayments(page, loan.id);
  await expect(paymentLines(page)).toHaveCount(2);
  await expect(paymentLines(page).filter({ hasText: 'Recovery' })).toContainText('50.00');
  await expect(paymentLines(page).filter({ hasText: 'Insolvent' })).toContainText('Write-off');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Undo write-off/ })).toContainText(
    'Reverse those payments first',
  );
  await page.goto('/allloan');
  const row = page.getByRole('row').filter({ hasText: 'L-' });
  await expect(row.filter({ hasText: 'Written off' })).toHaveCount(1);
});
