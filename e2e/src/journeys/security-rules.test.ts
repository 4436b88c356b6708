import { expect } from '@playwright/test';
import { testPassword } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { setUpSecondFactor } from '../steps/second-factor.ts';

test('an administrator limits networks and requires a second factor, which an agent sets up before anything else', async ({
  visit,
  portfolio,
  stack,
  admin,
}) => {
  const { page: office, expectComplaint: expectOfOffice } = await visit(admin);
  expectOfOffice(/status of 400/);
  await office.goto('/settings?section=security');
  const networksOf = (role: string) => office.getByRole('textbox', { name: role, exact: true });
  const save = async () => {
    await office.getByLabel('Your password').first().fill(testPassword);
    await office.getByRole('button', { name: 'Save security rules' }).click();
  };
  await networksOf('Team').fill('10.1.2.3/8');
  await office.getByRole('checkbox', { name: 'Agent' }).check();
  await save();
  await expect(networksOf('Team')).toHaveAccessibleDescription(
    /10\.1\.2\.3\/8 is an address within a network\. Enter 10\.0\.0\.0\/8/,
  );
  await networksOf('Team').fill('10.0.0.0/8\n2001:db8::/32');
  await save();
  await expect(office.getByText('Security rules saved.')).toBeVisible();
  await office.reload();
  await expect(networksOf('Team')).toHaveValue('10.0.0.0/8\n2001:db8::/32');

  const { page, expectComplaint } = await visit(portfolio.team.agent);
  expectComplaint(/status of 403/);
  await page.goto('/assignagent');
  const title = page.getByRole('heading', { name: 'Set up your second factor' });
  await expect(title).toBeVisible();
  await setUpSecondFactor(page, stack.clock.now());
  await page.getByRole('button', { name: 'Continue to Bursar' }).click();
  await expect(title).toBeHidden();
  await page.goto('/assignagent');
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible();

  // The other journeys of this stack sign in without these rules.
  await stack.owner`
    update role_security_rules set requires_second_factor = false, networks = '{}'`;
});
