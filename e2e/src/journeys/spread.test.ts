import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { TestPortfolio } from '@bursar/api/testing/arrange';
import { arrangeManyLoans } from '@bursar/api/testing/arrange-many-loans';
import { test } from '../stack/journey.ts';
import type { Stack } from '../stack/start-stack.ts';

const LOANS = 1_000;

test('a manager spreads 1,000 loans over five agents and undoes it', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeManyLoans(stack.owner, portfolio, LOANS);
  await arrangeFifthAgent(stack, portfolio);
  const { page } = await visit(portfolio.manager);
  await page.goto('/loan');
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).first().check();
  await page.getByRole('button', { name: 'Select all 1,000 matching rows' }).click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Spread over several' }).check();
  const agents = dialog.getByRole('checkbox', { name: /agent/ });
  await expect(agents).toHaveCount(5);
  for (const agent of await agents.all()) await agent.check();
  await expect(dialog).toContainText('1,000 loans will move');
  const shares = dialog.getByRole('table').getByRole('row');
  await expect(shares).toHaveCount(6);
  for (const row of (await shares.all()).slice(1)) await expect(row).toContainText('200');
  await dialog.getByRole('button', { name: 'Assign 1,000 loans' }).dblclick();
  await expect(page.getByText('1,000 loans assigned to 5 agents')).toBeVisible();
  expect(await held(stack, portfolio)).toEqual([200, 200, 200, 200, 200]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1,000 loans returned to their previous holders')).toBeVisible();
  expect(await held(stack, portfolio)).toEqual([]);
});

async function held({ owner }: Stack, { id }: TestPortfolio): Promise<number[]> {
  const rows = await owner<{ loans: number }[]>`
    select count(*)::int as loans from loan_state
    where portfolio_id = ${id} and agent_id is not null group by agent_id`;
  return rows.map(({ loans }) => loans);
}

async function arrangeFifthAgent({ owner }: Stack, { id, team }: TestPortfolio): Promise<void> {
  const agent = randomUUID();
  await owner`
    insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
    select ${agent}, ${id}, ${team.id}, 'agent', ${`${agent}@bursar.example`},
      'Fifth agent', password_hash
    from accounts where id = ${team.agent.id}`;
}
