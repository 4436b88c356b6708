import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { testPassword } from '@bursar/api/testing/arrange';
import { startIdentityProvider } from '@bursar/api/testing/identity-provider';
import { newTag, test } from '../stack/journey.ts';
import { signOut } from '../steps/sign-in.ts';

test('an administrator sets up single sign-on; it opens an invited account, ends at the provider, and refuses a suspended one', async ({
  visit,
  portfolio,
  stack,
  admin,
}) => {
  const provider = await startIdentityProvider(stack.address);
  const email = `${newTag()}@bursar.example`;
  provider.people.set('amira', { email, email_verified: true });
  await stack.owner`
    insert into accounts (id, portfolio_id, role, email, name, status)
    values (${randomUUID()}, ${portfolio.id}, 'user', ${email}, 'Amira', 'invited')`;

  const { page: office } = await visit(admin);
  await office.goto('/settings?section=security');
  await expect(office.getByText(`${stack.address}/auth/boxed-signin`)).toBeVisible();
  await office.getByRole('radio', { name: 'On' }).check();
  await office.getByLabel('Provider’s address').fill(provider.issuer);
  await office.getByLabel('Client ID').fill(provider.clientId);
  await office.getByLabel('Client secret').fill(provider.clientSecret);
  await office.getByLabel('Button text').fill('Sign in with Acme');
  await office.getByLabel('Your password').last().fill(testPassword);
  await office.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(office.getByText('The provider answered. Single sign-on is on.')).toBeVisible();

  const { page, expectComplaint } = await visit();
  // The provider's pages request a font and an icon that do not exist here.
  for (const pattern of [new RegExp(`another host: ${provider.issuer}`), /googleapis|favicon/]) {
    expectComplaint(pattern);
  }
  await page.goto('/auth/boxed-signin');
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await enterAtProvider(page);
  await expect(page.getByText('You are signed in')).toBeVisible();
  await expect(page).toHaveURL(`${stack.address}/`);

  await signOut(page);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${stack.address}/auth/boxed-signin`));
  const [session] = await stack.owner`
    select ended_at from sessions session join accounts account on account.id = session.account_id
    where account.email = ${email}`;
  expect(session?.['endedAt']).not.toBeNull();

  await stack.owner`update accounts set status = 'suspended' where email = ${email}`;
  expectComplaint(/status of 403/);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await enterAtProvider(page);
  await expect(page.getByRole('alert')).toHaveText(
    'This account cannot sign in. Ask your administrator.',
  );
  await expect(page).toHaveURL('/auth/boxed-signin');

  // The other journeys of this stack sign in without a provider.
  await stack.owner`update single_sign_on set is_on = false`;
  await provider.stop();
});

/** Fills in the provider's own pages: signs in a user, and lets Bursar see who it is. */
async function enterAtProvider(page: Page): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill('amira');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
