import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect, type Locator } from '@playwright/test';
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
  // The three entries: requested, approved, and requested again.
  await expect(activity.getByRole('listitem')).toHaveCount(3);
});

test('an agent requests a plan, the manager offers other terms, and the agent starts them', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page } = await visit(team.agent);
  await page.goto(`/loan-details?id=${loan.id}&panel=plan`);
  const plan = page.getByRole('dialog', { name: /^Plan for L-/ });
  await plan.getByRole('radio', { name: 'Longer term' }).click();
  await plan.getByRole('textbox', { name: 'Remaining instalments' }).fill('48');
  await chooseConsent(plan, 'Call');
  await plan.getByRole('textbox', { name: 'Reason' }).fill('Works fewer hours');
  await plan.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, /Approval requested for L-/);

  const { page: office } = await visit(portfolio.manager);
  await office.goto('/approvals');
  const request = await openRequest(office, 'delta-agent', 'Reschedule');
  await request.getByRole('link', { name: 'Offer other terms' }).click();
  const offer = office.getByRole('dialog', { name: /^Other terms for L-/ });
  const count = offer.getByRole('textbox', { name: 'Remaining instalments' });
  await expect(count).toHaveValue('48');
  await count.fill('36');
  await expect(offer.getByRole('row', { name: /^Remaining instalments/ })).toContainText('36');
  await offer.getByRole('button', { name: 'Decline and offer terms' }).click();
  await expect(offer).toContainText('Enter a reason.');
  await offer.getByRole('textbox', { name: 'Reason' }).fill('Three years at most');
  await offer.getByRole('button', { name: 'Decline and offer terms' }).click();
  await expectToast(office, /^Offer sent to/);

  await page.goto('/approvals?tab=decided');
  const answer = await openRequest(page, 'delta-agent', 'Reschedule');
  await expect(answer).toContainText('Three years at most');
  await answer.getByRole('link', { name: 'Start this plan' }).click();
  const start = page.getByRole('dialog', { name: /^Start the plan for L-/ });
  await expect(start.getByRole('row', { name: /^Remaining instalments/ })).toContainText('36');
  await start.getByRole('button', { name: 'Start plan' }).click();
  await expect(start).toContainText('Choose how the borrower agreed.');
  await chooseConsent(start, 'Visit');
  await start.getByRole('button', { name: 'Start plan' }).click();
  await expectToast(page, /is rescheduled$/);
  await expect(page).not.toHaveURL(/request=/);
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue(/2/);
});

async function chooseConsent(dialog: Locator, channel: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'How the borrower agreed' }).click();
  await dialog.page().getByRole('option', { name: channel }).click();
}
