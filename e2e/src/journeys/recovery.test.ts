import { expect, type Page } from '@playwright/test';
import { arrangeAdmin } from '@bursar/api/testing/arrange';
import { newTag, test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';
import { choosePassword } from '../steps/people.ts';
import { trySignIn } from '../steps/sign-in.ts';

test('two administrators recover an account without a mail server, and its owner is notified of both', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { manager } = portfolio;
  const password = 'Own#Choice9';
  const account = `/edit-user/${manager.id}`;
  const second = await arrangeAdmin(stack.owner, `second.${newTag()}@bursar.example`);

  const { page: starter } = await visit(admin);
  await starter.goto(account);
  await starter.getByRole('button', { name: 'Start recovery' }).click();
  const code = await handedOver(starter);
  const own = starter.getByRole('button', { name: 'Release recovery' });
  await expect(own).toHaveAttribute('aria-disabled', 'true');
  await expect(own).toHaveAccessibleDescription(/You started this recovery/);

  const { page: releaser } = await visit(second);
  await releaser.goto(account);
  await expect(releaser.getByText('Started by Admin')).toBeVisible();
  await releaser.getByRole('button', { name: 'Release recovery' }).click();
  const link = new URL(await handedOver(releaser));
  await expect(releaser.getByText('Released by Admin')).toBeVisible();
  await expect(releaser.getByText(code)).toHaveCount(0);

  const { page: owner, expectComplaint } = await visit();
  expectComplaint(/status of 400/);
  await owner.goto(link.pathname + link.search);
  await owner.getByLabel('Code read out to you').fill('aaaaa-aaaaa');
  await choosePassword(owner, password);
  await expect(owner.getByLabel('Code read out to you')).toHaveAccessibleDescription(/not correct/);
  await owner.getByLabel('Code read out to you').fill(code);
  await choosePassword(owner, password);
  await expect(owner).toHaveURL('/auth/boxed-signin');
  await expectToast(owner, 'Your password is set');

  await trySignIn(owner, { email: manager.email, password });
  await expect(owner).toHaveURL('/');
  await owner.getByRole('link', { name: 'View the change' }).click();
  const changes = owner.getByRole('listitem').filter({ hasText: 'Password recovery released' });
  await expect(changes).toHaveCount(2);
  await owner.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(
    owner.getByText('Someone else changed how you sign in to your account.'),
  ).toHaveCount(0);
  await owner.reload();
  await expect(changes).toHaveCount(2);
  await expect(
    owner.getByText('Someone else changed how you sign in to your account.'),
  ).toHaveCount(0);
});

/** Returns the code or link that the page shows once, for the user to pass on. */
async function handedOver(page: Page): Promise<string> {
  const value = page.getByRole('status').locator('code');
  await expect(value).toBeVisible();
  return (await value.textContent()) ?? '';
}
