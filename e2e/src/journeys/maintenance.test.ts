import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';

test('an administrator closes the books, everybody else meets the maintenance page', async ({
  visit,
  admin,
  portfolio,
}) => {
  const { page: agent, expectComplaint } = await visit(portfolio.team.agent);
  expectComplaint(/status of 503/);
  const { page } = await visit(admin);
  await page.goto('/about');
  const closed = page.getByRole('switch', { name: 'Close the books to all but administrators' });
  try {
    await closed.click({ force: true });
    await expect(page.getByText('The books are closed')).toBeVisible();
    await agent.goto('/assignagent');
    await expect(agent).toHaveURL('/pages/maintenence');
    await expect(agent.getByRole('heading', { name: 'Bursar is being worked on' })).toBeVisible();
  } finally {
    await closed.click({ force: true });
  }
  await expect(page.getByText('While it is on')).toBeVisible();
  await agent.getByRole('button', { name: 'Try again' }).click();
  await expect(agent).toHaveURL('/assignagent');
  await expect(agent.getByRole('heading', { level: 1 })).toBeVisible();
});
