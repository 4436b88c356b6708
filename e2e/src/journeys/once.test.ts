import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { newTag, test } from '../stack/journey.ts';
import { outcome, uploadTape } from '../steps/imports.ts';
import { expectToast, prepareAssignment, select } from '../steps/loans.ts';
import { chooseUsualAmount, openPayment, post } from '../steps/payments.ts';
import { countAssignmentBatches, countLoans, countPayments } from '../steps/rows.ts';
import { makeTape } from '../steps/tapes.ts';

test('a double click on Import books once', async ({ visit, portfolio, stack }) => {
  const tape = makeTape(newTag());
  const { page } = await visit(portfolio.manager);
  const panel = await uploadTape(page, tape);
  await panel.getByRole('button', { name: `Import ${tape.loans} loans` }).dblclick();
  await expect(outcome(panel)).toContainText(`${tape.loans} loans were booked`);
  expect(await countLoans(stack.owner, portfolio.id)).toBe(tape.loans);
  const audited = await stack.owner`
    select from audit_events where portfolio_id = ${portfolio.id} and event = 'book-import'`;
  expect(audited).toHaveLength(1);
});

test('a double click on Assign moves once', async ({ visit, portfolio, stack }) => {
  await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  await page.goto('/loan');
  await select(page, ['L-000001']);
  const dialog = await prepareAssignment(page, 'delta');
  await dialog.getByRole('button', { name: 'Assign 1 loan' }).dblclick();
  await expectToast(page, '1 loan assigned to delta');
  await expect(page.getByText('Every loan has a team.')).toBeVisible();
  expect(await countAssignmentBatches(stack.owner, portfolio.id)).toBe(1);
});

test('a double click on Post posts once', async ({ visit, portfolio, stack }) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page } = await visit(team.agent);
  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  await chooseUsualAmount(panel, 'In arrears');
  await panel.getByRole('button', { name: 'Post payment' }).dblclick();
  await expectToast(page, '106.62 USD posted on L-000001');
  await expect(panel).toBeHidden();
  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(2);
  expect(await countPayments(stack.owner, portfolio.id)).toBe(1);
});

test('a payment whose answer was lost is posted once, however often it is retried', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page, expectComplaint } = await visit(team.agent);
  expectComplaint(/ERR_CONNECTION_RESET/);
  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  await chooseUsualAmount(panel, 'In arrears');
  // The server posts the payment; only the answer is lost.
  await page.route('**/payments', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expect(panel.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(panel.getByRole('alert')).toContainText(
    'Trying again does not post the payment twice',
  );
  expect(await countPayments(stack.owner, portfolio.id)).toBe(1);

  await page.unroute('**/payments');
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expectToast(page, '106.62 USD posted on L-000001');
  expect(await countPayments(stack.owner, portfolio.id)).toBe(1);
});

test('a repeated payment asks for confirmation, names the first one, and is posted only if confirmed', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page, expectComplaint } = await visit(team.agent);
  expectComplaint(/status of 409/);
  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  await chooseUsualAmount(panel, 'In arrears');
  await post(panel);

  await openPayment(page);
  await panel.getByRole('textbox', { name: 'Amount' }).fill('106.62');
  await page.keyboard.press('Enter');
  const question = panel.getByRole('alert');
  await expect(question).toContainText(/posted the same amount for the same day/);
  await expect(panel.getByRole('button', { name: 'Post payment' })).toHaveCount(0);
  // Enter in a field does not answer the question.
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  expect(await countPayments(stack.owner, portfolio.id)).toBe(1);
  await panel.getByRole('button', { name: 'Post a second payment' }).click();
  await expect(panel).toBeHidden();
  expect(await countPayments(stack.owner, portfolio.id)).toBe(2);
});
