import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { openPayment } from '../steps/payments.ts';
import { countPayments } from '../steps/rows.ts';
import { signInAs, signOut } from '../steps/sign-in.ts';

test('a payment typed before another tab signs in as another account is not posted as that account', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page, context } = await visit(team.agent);
  // Live updates would redirect the page before the button is pressed.
  await withoutLiveUpdates(page);
  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  const amount = panel.getByRole('textbox', { name: 'Amount' });
  await amount.fill('62.50');
  // Any call that the page still makes would also redirect it.
  await page.waitForLoadState('networkidle');

  const other = await context.newPage();
  await other.goto('/');
  await signOut(other);
  await signInAs(other, team.desk);
  await other.close();
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await expect(page.getByText(team.desk.email)).toBeVisible();
  expect(await countPayments(stack.owner, portfolio.id)).toBe(0);

  // The draft belongs to the agent.
  await page.goto(`/loan-details?id=${loan.id}`);
  await openPayment(page);
  await expect(amount).toHaveValue('');
  await page.goto('/');
  await signOut(page);
  await signInAs(page, team.agent);
  await page.goto(`/loan-details?id=${loan.id}`);
  await openPayment(page);
  await expect(panel.getByText('This is your earlier draft')).toBeVisible();
  await expect(amount).toHaveValue('62.50');
});

test('a form that asks before it is left is left when its user returns after another account signed in', async ({
  visit,
  portfolio,
}) => {
  const { page, context } = await visit(portfolio.manager);
  // The end of the session would reach the page over live updates.
  await withoutLiveUpdates(page);
  await page.goto('/teams/create');
  await page.getByLabel('Name of the team').fill('Harbour desk');
  const other = await context.newPage();
  await other.goto('/');
  await signOut(other);
  await signInAs(other, portfolio.team.desk);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page).toHaveURL('/', { timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await expect(page.getByText(portfolio.team.desk.email)).toBeVisible();
});
