import { expect } from '@playwright/test';
import { startLock } from '@bursar/api/platform/first-start-lock';
import { test } from '../stack/journey.ts';

test('an administrator starts maintenance, and everybody else sees the maintenance page', async ({
  visit,
  admin,
  portfolio,
}) => {
  const { page: agent, expectComplaint } = await visit(portfolio.team.agent);
  expectComplaint(/status of 503/);
  const { page } = await visit(admin);
  await page.goto('/about');
  const closed = page.getByRole('switch', {
    name: 'Maintenance mode: only administrators can work',
  });
  try {
    await closed.click({ force: true });
    await expect(page.getByText('Maintenance mode has been on since')).toBeVisible();
    await agent.goto('/assignagent');
    await expect(agent).toHaveURL('/pages/maintenence');
    await expect(agent.getByRole('heading', { name: 'Bursar is under maintenance' })).toBeVisible();
  } finally {
    await closed.click({ force: true });
  }
  await expect(page.getByText('During maintenance')).toBeVisible();
  await agent.getByRole('button', { name: 'Try again' }).click();
  await expect(agent).toHaveURL('/assignagent');
  await expect(agent.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a server that still prepares its database shows the maintenance page everywhere', async ({
  product,
  visit,
}) => {
  await product.withOwner(async (owner) => {
    const preparing = await owner.reserve();
    await preparing`select pg_advisory_lock(${startLock})`;
    const { address, isOpen } = await product.startSecondNode();
    const { page, expectComplaint } = await visit(undefined, { baseURL: address });
    expectComplaint(/status of 503/);
    for (const path of ['/auth/boxed-signin', '/pages/faq', '/allloan?bucket=late']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Bursar is under maintenance',
      );
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(/^Maintenance/);
    }
    await page.goto('/auth/boxed-signin');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bursar is under maintenance');
    await preparing`select pg_advisory_unlock(${startLock})`;
    preparing.release();
    await isOpen();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/auth/boxed-signin');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
