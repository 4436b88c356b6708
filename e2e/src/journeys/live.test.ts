import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  arrangeLoan,
  arrangePortfolio,
  type TestAccount,
  type TestLoan,
} from '@bursar/api/testing/arrange';
import { newTag, test, type Visitor } from '../stack/journey.ts';
import { SERVER_GONE } from '../stack/watch-visitor.ts';
import { callAs } from '../steps/calls.ts';
import { assignSelected, expectLoans, expectToast, select } from '../steps/loans.ts';

test('a change by one person shows on the open pages of others, in every tab', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { manager, team } = portfolio;
  await arrangeLoan(stack.owner, portfolio);
  const { page: list, context } = await visit(team.desk);
  await list.goto('/agentloan');
  await expect(list.getByText('Every loan of the team has an agent.')).toBeVisible();
  const dashboard = await context.newPage();
  await dashboard.goto('/');
  await expect(dashboard.getByRole('heading', { level: 1 })).toBeVisible();

  const { page } = await visit(manager);
  await page.goto('/loan');
  await select(page, ['L-000001']);
  await assignSelected(page, { to: 'delta', count: 1, reason: 'Call today' });

  await expectLoans(list, ['L-000001']);
  for (const tab of [list, dashboard]) {
    await expect(tab.getByRole('button', { name: 'Notifications: 1 new' })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Messages: 1 new' })).toBeVisible();
  }
});

test('a reassigned loan disappears from the page of its previous holder', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { manager, team } = portfolio;
  const { agent, otherAgent } = team;
  const wishes = { teamId: team.id, agentId: agent.id, borrowerName: 'Layla Haddad' };
  const loan = await arrangeLoan(stack.owner, portfolio, wishes);
  const { page, expectComplaint } = await visit(agent);
  const listening = page.waitForResponse(/\/api\/changes/);
  await page.goto(`/loan-details?id=${loan.id}`);
  await expect(page.getByText('Layla Haddad').first()).toBeVisible();
  await listening;
  expectComplaint(/404/);

  await moveLoan(await visit(manager), loan, otherAgent);
  await expect(page.getByText(/^This loan does not exist/)).toBeVisible();
  await expect(page.getByText('Layla Haddad')).toHaveCount(0);
});

test('a form of a loan that moves stays open and sends its note to the new holder', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { manager, team } = portfolio;
  const { agent, otherAgent } = team;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: agent.id });
  const { page, expectComplaint } = await visit(agent);
  const listening = page.waitForResponse(/\/api\/changes/);
  await page.goto(`/loan-details?id=${loan.id}&panel=contact`);
  const form = page.getByRole('dialog', { name: 'Log contact on L-000001' });
  await form.getByRole('radio', { name: 'Answered' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Note' }).fill('Pays on Friday');
  await listening;
  expectComplaint(/404/);

  await moveLoan(await visit(manager), loan, otherAgent);
  await expect(form).toContainText('This loan is now with delta-other-agent');
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Pays on Friday');
  await form.getByRole('button', { name: /^Send the note to delta-other-agent/ }).click();
  await expectToast(page, /^Sent to .+ as staff mail/);
  await expect(form).toHaveCount(0);
  await expect(page.getByText(/^This loan does not exist/)).toBeVisible();

  const { page: holder } = await visit(otherAgent);
  await holder.goto('/apps/mailbox');
  await holder.getByText('L-000001: contact to log').first().click();
  await expect(holder.getByText('Call: Answered').last()).toBeVisible();
  await expect(holder.getByText('Pays on Friday').last()).toBeVisible();
});

test('reports that the server is unreachable, and catches up afterwards', async ({
  product,
  visit,
}) => {
  const { manager } = await product.withOwner(async (owner) => {
    const portfolio = await arrangePortfolio(owner, newTag());
    await arrangeLoan(owner, portfolio);
    return portfolio;
  });
  const at = { baseURL: product.address };
  const { page, expectComplaint } = await visit(manager, at);
  // A prefetch may be interrupted.
  expectComplaint(SERVER_GONE);
  const listening = page.waitForResponse(/\/api\/changes/);
  await page.goto('/loan');
  await expectLoans(page, ['L-000001']);
  await listening;

  await product.kill();
  const bar = page.getByText('You are offline.');
  await expect(bar).toBeVisible({ timeout: 15_000 });
  await product.start();
  const { page: other } = await visit(manager, at);
  await other.goto('/loan');
  await select(other, ['L-000001']);
  await assignSelected(other, { to: 'delta', count: 1 });
  // On a busy machine the server starts late, and the retries are up to half a minute apart.
  await expect(page.getByText('Every loan has a team.')).toBeVisible({ timeout: 45_000 });
  await expect(bar).toBeHidden();
});

/** Assigns a loan to another agent through the API. */
async function moveLoan(manager: Visitor, loan: TestLoan, to: TestAccount): Promise<void> {
  const moved = await callAs(manager, 'POST /api/assignments', {
    id: randomUUID(),
    selection: { loanIds: [loan.id] },
    target: { kind: 'agent', id: to.id },
  });
  expect(moved).toBe(200);
}
