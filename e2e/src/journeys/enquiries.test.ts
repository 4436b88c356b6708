import { expect } from '@playwright/test';
import { newTag, test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';
import { passwordLinkOf } from '../steps/outbox.ts';
import { choosePassword } from '../steps/people.ts';
import { trySignIn } from '../steps/sign-in.ts';

test('a visitor who requests access is approved by an administrator, and signs in', async ({
  visit,
  admin,
  stack,
}) => {
  const tag = newTag();
  const email = `mona.${tag}@bursar.example`;
  const password = 'Own#Choice9';
  const { page: visitor } = await visit();
  await visitor.goto('/auth/cover-register');
  await visitor.getByRole('button', { name: 'Ask for an account' }).click();
  await expect(visitor.getByRole('group', { name: 'Check 2 fields' })).toBeVisible();
  await visitor.getByLabel('Name').fill('Mona Haddad');
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByLabel('Reason for your request').fill('I run the lease book.');
  await visitor.getByRole('button', { name: 'Ask for an account' }).dblclick();
  await expect(visitor.getByText('Request sent')).toBeVisible();

  const { page } = await visit(admin);
  await page.goto('/apps/mailbox?box=visitors');
  await page.getByRole('searchbox').fill(tag);
  await expect(page).toHaveURL(new RegExp(`q=${tag}`));
  await page.getByText('Mona Haddad').click();
  const message = page.getByRole('dialog', { name: 'Message' });
  await expect(message.getByText('I run the lease book.')).toBeVisible();
  await message.getByRole('link', { name: 'Invite…' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mona Haddad');
  await page.getByRole('radio', { name: 'Admin' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('no mail server is set up')).toBeVisible();
  await page.goto('/apps/mailbox?box=visitors');
  await page.getByRole('searchbox').fill(tag);
  await expect(page.getByText('Invited')).toBeVisible();

  await visitor.goto(await passwordLinkOf(stack.owner, email));
  await choosePassword(visitor, password);
  await expectToast(visitor, 'Your password is set');
  await trySignIn(visitor, { email, password });
  await expect(visitor).toHaveURL('/');
});

test('a message from the contact page reaches the mailbox and is settled there', async ({
  visit,
  admin,
}) => {
  const name = `Omar ${newTag()}`;
  const { page: visitor } = await visit();
  await visitor.goto('/pages/contact-us-boxed');
  await visitor.getByLabel('Name').fill(name);
  await visitor.getByLabel('Email').fill('omar@bursar.example');
  await visitor.getByLabel('Your message').fill('Where do I find my receipts?');
  await visitor.getByRole('button', { name: 'Send message' }).click();
  await expect(visitor.getByText('Message sent')).toBeVisible();

  const { page } = await visit(admin);
  await page.goto('/apps/mailbox');
  await page.getByRole('radio', { name: 'From visitors' }).check();
  await page.getByText(name).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expectToast(page, 'Message marked as done');
  await expect(page.getByRole('dialog').getByText('By ')).toBeVisible();
});
