import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { cellUnder } from '../steps/figures.ts';
import { expectToast } from '../steps/loans.ts';
import { openRequest } from '../steps/approvals.ts';
import { workedLoan } from '../steps/work-queue.ts';

test('a token promise stays in the queue until the desk approves it', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  await stack.owner`
    update portfolios set promise_days_ahead = 60, promise_share_percent = 25,
      promise_broken_most = 2
    where id = ${portfolio.id}`;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const { id } = await arrangeLoan(stack.owner, portfolio, holder);
  const { page: agent } = await visit(team.agent);

  await test.step('the agent sees which limits the promise exceeds, and sends it', async () => {
    await agent.goto(`/loan-details?id=${id}`);
    await agent.getByRole('button', { name: 'Promise', exact: true }).click();
    const form = agent.getByRole('dialog', { name: /^Promise to pay on/ });
    await form.getByRole('textbox', { name: 'Promised amount' }).fill('1');
    await form.getByRole('textbox', { name: 'Due by' }).fill('2027-06-15');
    await expect(form.getByText(/^This promise needs approval/)).toBeVisible();
    await expect(form.getByText(/The amount is less than 25\s?% of/)).toBeVisible();
    await form.getByRole('button', { name: 'Save promise' }).click();
    await expectToast(agent, /^Promise on .* sent for approval/);
    await agent.goto('/');
    await expect(workedLoan(agent)).toContainText('overdue');
  });

  await test.step('the desk finds it among the parked loans and approves it', async () => {
    const { page: desk } = await visit(team.desk);
    await desk.goto('/');
    await expect(desk.getByText('Promise waits for approval').first()).toBeVisible();
    await desk.goto('/approvals');
    const request = await openRequest(desk, 'delta-agent', 'Promise beyond the limits');
    await expect(request).toContainText('Too far ahead');
    await request.getByRole('button', { name: 'Approve' }).click();
    await expectToast(desk, 'Request approved and carried out');
    await agent.goto('/');
    await expect(agent.getByText('The queue is empty')).toBeVisible();
  });
});

test('a promise in instalments returns to the queue when one line breaks', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const { id } = await arrangeLoan(stack.owner, portfolio, holder);
  const [first, second] = [randomUUID(), randomUUID()];
  await stack.owner`
    insert into promises (portfolio_id, agreement_id, line, id, loan_id, currency, amount_minor,
      promised_on, grace_days, made_on, made_by, made_at, state)
    select ${portfolio.id}, ${first}, line, id, ${id}, 'USD', 5000, day, 0, '2026-06-10',
      ${team.agent.id}, '2026-06-10T10:00:00Z', state
    from (values (1, ${first}::uuid, '2026-06-12'::date, 'broken'),
      (2, ${second}::uuid, '2026-06-26'::date, 'waiting')) given(line, id, day, state)`;
  const { page } = await visit(team.agent);
  await page.goto('/');
  await expect(workedLoan(page)).toContainText(/Promise of .*50\.00.* by 12\sJun was broken/);
  await page.goto(`/loan-details?id=${id}&tab=contacts`);
  const table = page.getByRole('region', { name: 'Promises to pay' }).getByRole('table');
  for (const [at, place, state] of [
    [1, '1 of 2', 'Broken'],
    [2, '2 of 2', 'Waiting'],
  ] as const) {
    const row = table.getByRole('row').nth(at);
    await expect(row).toContainText(place);
    await expect(await cellUnder(table, row, 'State')).toHaveText(state);
  }
});
