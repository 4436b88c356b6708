import { expect, type Locator, type Page } from '@playwright/test';
import { testPassword, type TestAccount } from '@bursar/api/testing/arrange';

/**
 * Returns the fields of the sign-in form. The Email field is the first on the page, because the
 * recovery form has one too.
 */
export function signInForm(page: Page): {
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
} {
  return {
    email: page.getByRole('textbox', { name: 'Email' }).first(),
    password: page.getByLabel('Password', { exact: true }),
    submit: page.getByRole('button', { name: 'Sign in', exact: true }),
  };
}

/** Types and submits the form; the journey checks the result. */
export async function trySignIn(
  page: Page,
  { email, password = testPassword }: { email: string; password?: string },
): Promise<void> {
  const form = signInForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.submit.click();
}

export async function signInAs(page: Page, account: TestAccount): Promise<void> {
  await page.goto('/auth/boxed-signin');
  await trySignIn(page, account);
  await expect(page).toHaveURL('/');
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}
