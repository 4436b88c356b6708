import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { openRequest } from '../steps/approvals.ts';
import { expectToast } from '../steps/loans.ts';

test('a loan is rescheduled with approval, its old schedule stays readable, and the change is undone', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: null });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reschedule…' }).click();
  const drawer = page.getByRole('dialog', { name: /^Reschedule L-/ });
  await expect(drawer.getByRole('row', { name: /^Overdue/ })).toContainText('0.00');
  await drawer.getByRole('textbox', { name: 'Remaining instalments' }).fill('24');
  await drawer.getByRole('textbox', { name: 'Annual rate' }).fill('6');
  await expect(drawer.getByRole('row', { name: /^Remaining instalments/ })).toContainText('24');
  await drawer.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(drawer).toContainText('Enter a reason.');
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('The borrower lost a job');
  await drawer.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, /Approval requested for L-/);

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, 'manager', 'Reschedule');
  await expect(request).toContainText('The borrower lost a job');
  await expect(request.getByRole('row', { name: /^Instalments left/ })).toContainText('24');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(office, 'Request approved');

  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue(/2/);
  await expect(page.getByText('Nothing overdue')).toBeVisible();
  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: /rescheduled$/ }).click();
  await expect(page).toHaveURL(/version=1/);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Undo reschedule…' }).click();
  const undo = page.getByRole('dialog', { name: /^Undo the reschedule of L-/ });
  await undo.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the wrong borrower');
  await undo.getByRole('button', { name: 'Undo reschedule' }).click();
  await expectToast(page, /Approval requested for L-/);

  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('list', { name: 'Activity' });
  await expect(activity).toContainText('The borrower lost a job');
  await page.getByRole('radio', { name: 'Requests' }).click();
  await expect(page).toHaveURL(/kind=request/);
  // Requested, approved, and requested again.
  await expect(activity.getByRole('listitem')).toHaveCount(3);
});
