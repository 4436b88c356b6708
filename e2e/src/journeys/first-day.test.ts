import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { firstAdmin } from '@bursar/tools/testing/bursar-process';
import { homeFolder } from '@bursar/tools/home-folder';
import { test as base } from '../stack/journey.ts';
import { startMailServer, type MailServer } from '../stack/start-mail-server.ts';
import { startProduct } from '../stack/start-product.ts';
import { bookTape, uploadTape } from '../steps/imports.ts';
import { assignSelected, expectToast } from '../steps/loans.ts';
import { choosePassword } from '../steps/people.ts';
import { trySignIn } from '../steps/sign-in.ts';

const password = 'Own#Choice9';
const owner = {
  email: firstAdmin.BURSAR_ADMIN_EMAIL,
  password: firstAdmin.BURSAR_ADMIN_PASSWORD,
};
const sample = join(homeFolder, 'web', 'public', 'sample-tape.csv');

const test = base.extend<{ readonly mailServer: MailServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
  mailServer: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
  product: async ({ mailServer }, use) => {
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'office@quay.example' };
    const product = await startProduct(mail);
    await use(product);
    await product.remove();
  },
});

test('demo data is looked at and removed again, from the first steps', async ({
  product,
  visit,
}) => {
  test.setTimeout(480_000);
  const options = { baseURL: product.address };
  const { page: admin } = await visit(undefined, options);
  await admin.goto('/auth/boxed-signin');
  await trySignIn(admin, owner);
  const steps = admin.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Explore with demo data' }).click();
  const section = steps.getByRole('region', { name: 'Demo data' });
  await expect(section.getByRole('button', { name: 'Set new password' })).toBeVisible(arrival);
  // The demo portfolio does not complete this step.
  await expect(step(admin, 'Create a portfolio')).toContainText('To do');
  const email = await section.getByText(/^user@demo-/).innerText();
  await section.getByRole('button', { name: 'Set new password' }).click();
  const shown = await section.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).innerText();

  const { page: visitor, expectComplaint } = await visit(undefined, options);
  expectComplaint(/status of 401/);
  await visitor.goto('/auth/boxed-signin');
  await trySignIn(visitor, { email, password: shown });
  await expect(visitor).toHaveURL('/');
  await expect(visitor.getByText(/^\d+ active loans$/)).toBeVisible();

  await section.getByRole('button', { name: 'Remove demo data' }).click();
  await admin
    .getByRole('dialog', { name: 'Remove demo data?' })
    .getByRole('button', { name: 'Remove demo data' })
    .click();
  await expectToast(admin, 'Demo data removed');
  await expect(section.getByRole('button', { name: 'Explore with demo data' })).toBeVisible();
  await expect(visitor).toHaveURL(/boxed-signin/, arrival);
  // Make a call that is refused: the page may have learnt of the removal from the live updates,
  // without a refused call of its own.
  await visitor.evaluate(() => fetch('/api/session'));
});

test('from an empty installation to assigned loans, by the first steps alone', async ({
  product,
  mailServer,
  visit,
}) => {
  test.setTimeout(600_000);
  const options = { baseURL: product.address };
  const { page: admin } = await visit(undefined, options);
  const clicks = [countClicks(admin)];
  await admin.goto('/auth/boxed-signin');
  await trySignIn(admin, owner);
  await expect(step(admin, 'Enter the company')).toContainText('To do');

  await step(admin, 'Enter the company').getByRole('link').click();
  await admin.getByLabel('Legal name').fill('Quay Finance Ltd');
  await admin.getByRole('button', { name: 'Save company' }).click();
  await expectToast(admin, 'Company saved');
  await openHome(admin);
  await expect(step(admin, 'Enter the company')).toContainText('Done');

  await step(admin, 'Send a test email').getByRole('link').click();
  await admin.getByRole('button', { name: 'Send test email' }).click();
  await expectToast(admin, `A test email to ${firstAdmin.BURSAR_ADMIN_EMAIL} is on its way.`);
  await expect
    .poll(() => mailServer.mailsTo(firstAdmin.BURSAR_ADMIN_EMAIL).length, arrival)
    .toBe(1);
  await openHome(admin);
  await expect(step(admin, 'Send a test email')).toContainText('Done');

  await step(admin, 'Create a portfolio').getByRole('link').click();
  await admin.getByLabel('Name').fill('Quay');
  await admin.getByRole('combobox', { name: 'Currency' }).click();
  await admin.getByRole('option', { name: /^USD/ }).click();
  await admin.getByRole('button', { name: 'Create portfolio' }).click();
  await expect(admin.getByText('Quay is ready.')).toBeVisible();

  await admin.getByRole('link', { name: 'Invite manager' }).click();
  await admin.getByLabel('Name', { exact: true }).fill('Mona Quay');
  await admin.getByLabel('Email').fill('mona@quay.example');
  await admin.getByRole('combobox', { name: 'Portfolio' }).click();
  await admin.getByRole('option', { name: /^Quay/ }).click();
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  const invitation = await invitationLink(mailServer, 'mona@quay.example');
  await openHome(admin);
  await expect(admin.getByRole('region', { name: 'First steps' })).toBeHidden();

  const { page } = await visit(undefined, options);
  clicks.push(countClicks(page));
  await enter(page, { link: invitation, email: 'mona@quay.example' });
  await step(page, 'Create a loan product').getByRole('link').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Instalment loan');
  await page.getByRole('textbox', { name: 'Minimum amount' }).fill('1000');
  await page.getByRole('textbox', { name: 'Maximum amount' }).fill('50000');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('button', { name: 'Add terms' })).toBeVisible();

  await openHome(page);
  await step(page, 'Create a team').getByRole('link').click();
  await page.getByLabel('Name of the team').fill('Harbour');
  await page.getByLabel('Name', { exact: true }).fill('Harbour desk');
  await page.getByLabel('Email').fill('desk@quay.example');
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('link', { name: 'Go to teams' })).toBeVisible();

  await openHome(page);
  await step(page, 'Invite an agent').getByRole('link').click();
  await page.getByLabel('Name', { exact: true }).fill('Noor Khalil');
  await page.getByLabel('Email').fill('noor@quay.example');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('link', { name: 'Go to agents' })).toBeVisible();

  await openHome(page);
  const sampleLink = page.getByRole('link', { name: 'Download a sample tape' });
  await expect(sampleLink).toHaveAttribute('href', '/sample-tape.csv');
  const content = readFileSync(sample, 'utf8');
  const panel = await uploadTape(page, { name: 'sample-tape.csv', content });
  await bookTape(panel, 12);
  await page.getByRole('link', { name: 'Show its unassigned loans' }).click();
  // Until the unassigned loans have loaded, the list shows the active loans, without the two
  // written-off ones.
  await expect(page.getByText('12 loans match the filters')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await assignSelected(page, { to: 'Harbour', count: 12 });
  await openHome(page);
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden();
  const counted = await Promise.all(clicks.map((count) => count()));
  const all = counted.reduce((sum, count) => sum + count, 0);
  expect(all, 'clicks of the whole first day').toBeLessThan(60);
  test.info().annotations.push({ type: 'clicks', description: counted.join(' + ') });
});

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name });

async function openHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bursar, dashboard' }).click();
  await expect(page).toHaveURL('/');
}

/** Mail is sent every 15 seconds. */
const arrival = { timeout: 40_000 };

/** Returns the link in the invitation that an address received. */
async function invitationLink(mailServer: MailServer, address: string): Promise<string> {
  const links = () =>
    mailServer.mailsTo(address).flatMap(({ text = '' }) => {
      return text.match(/https?:\S+boxed-password-reset\?token=\S+/g) ?? [];
    });
  await expect.poll(() => links().length, arrival).toBe(1);
  return links()[0] ?? '';
}

async function enter(page: Page, { link, email }: { link: string; email: string }): Promise<void> {
  await page.goto(link);
  await choosePassword(page, password);
  await expect(page).toHaveURL('/auth/boxed-signin');
  await trySignIn(page, { email, password });
  await expect(page).toHaveURL('/');
}

/** Counts the clicks on a page, starting with its next navigation. */
function countClicks(page: Page): () => Promise<number> {
  let clicks = 0;
  const ready = page.exposeFunction('noteClick', () => {
    clicks += 1;
  });
  const watching = page.addInitScript(() => {
    const note = () => {
      // `exposeFunction` above adds the function, which TypeScript cannot know.
      const { noteClick } = globalThis as { noteClick?: () => void };
      noteClick?.();
    };
    addEventListener('click', note, true);
  });
  return async () => {
    await Promise.all([ready, watching]);
    return clicks;
  };
}
