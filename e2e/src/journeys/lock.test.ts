import { expect } from '@playwright/test';
import { testPassword } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';

test('a locked screen covers every tab, keeps what was typed, and opens with the password', async ({
  visit,
  portfolio,
}) => {
  const { page, context, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of (423|403)/);
  await page.goto('/teams/create');
  const team = page.getByLabel('Name of the team');
  await team.fill('Harbour desk');
  const other = await context.newPage();
  await other.goto('/allloan');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Lock screen' }).click();
  const lock = page.getByRole('dialog', { name: 'Locked' });
  await expect(lock.getByText(portfolio.manager.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(lock).toBeVisible();
  // A second tab may have loaded its page before the lock: its next call is refused.
  await other.reload();
  await expect(other.getByRole('dialog', { name: 'Locked' })).toBeVisible();

  await lock.getByLabel('Password').fill('Not-it#2026');
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(lock.getByText('This is not your current password.')).toBeVisible();
  await lock.getByLabel('Password').fill(testPassword);
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(lock).toBeHidden();
  await expect(team).toHaveValue('Harbour desk');
  await expect(other.getByRole('dialog', { name: 'Locked' })).toBeHidden();
  await expect(other.getByRole('heading', { name: 'All loans' })).toBeVisible();
});

test('the lock screen at its address locks once that is confirmed, and continues once unlocked', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.team.agent);
  await page.goto('/auth/cover-lockscreen');
  await expect(page.getByRole('heading', { name: 'Lock this screen?' })).toBeVisible();
  expect((await page.request.get('/api/session')).status()).toBe(200);
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect.poll(async () => (await page.request.get('/api/session')).status()).toBe(423);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
