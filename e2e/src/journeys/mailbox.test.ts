import { readFile } from 'node:fs/promises';
import { expect, type Page, type Route } from '@playwright/test';
import { newTag, test } from '../stack/journey.ts';

const mailTo = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

async function addressTo(page: Page, name: string, field = 'To'): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.keyboard.press('Escape');
}

/** Holds back the first request of this method for a draft until it is released. */
async function holdFirst(page: Page, method: 'GET' | 'PUT') {
  const held: Route[] = [];
  await page.route(/\/draft$/, async (route) => {
    if (held.length === 0 && route.request().method() === method) held.push(route);
    else await route.fallback();
  });
  return {
    isHeld: () => held.length > 0,
    letGo: () => Promise.all(held.map((route) => route.continue())),
  };
}

test('an agent reads and answers mail with an attachment to the team', async ({
  visit,
  portfolio,
}) => {
  const subject = `Hardship plans ${newTag()}`;
  const { page: agent } = await visit(portfolio.team.agent);
  await agent.goto('/apps/mailbox');
  await expect(agent.getByText('Your inbox is empty')).toBeVisible();

  const { page: manager } = await visit(portfolio.manager);
  await manager.goto('/apps/mailbox');
  await manager.getByRole('button', { name: 'Write mail' }).first().click();
  await addressTo(manager, 'delta');
  await manager.getByLabel('Subject').fill(subject);
  await manager.getByRole('textbox', { name: 'Text' }).fill('Please read the budget.');
  await manager
    .getByLabel('Attach', { exact: true })
    .and(manager.locator('input'))
    .setInputFiles({
      name: 'Budget.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Rent 900'),
    });
  await expect(manager.getByRole('list', { name: 'Attachments' })).toContainText('Budget.txt');
  await expect(manager.getByText('Draft saved')).toBeVisible();
  // A draft survives a reload.
  await manager.reload();
  await expect(manager.getByLabel('Subject')).toHaveValue(subject);
  await expect(manager.getByRole('list', { name: 'Attachments' })).toContainText('Budget.txt');
  await manager.getByRole('button', { name: 'Send' }).dblclick();
  await expect(manager.getByText('Sent to 3 people.')).toBeVisible();

  // The message appears on the open page without a reload.
  await mailTo(agent, new RegExp(subject)).click();
  await expect(agent.getByText('Please read the budget.')).toBeVisible();
  const download = agent.waitForEvent('download');
  await agent.getByRole('link', { name: /Budget\.txt/ }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe('Rent 900');
  await agent.getByRole('button', { name: 'Reply', exact: true }).click();
  await agent.getByRole('textbox', { name: 'Text' }).fill('Read and understood.');
  await agent.keyboard.press('Control+Enter');
  await expect(agent.getByText('Sent to 1 person.')).toBeVisible();

  await mailTo(manager, new RegExp(subject)).click();
  await expect(manager.getByText('Read and understood.')).toBeVisible();
});

test('a mail shows its copy recipients, and Reply to all keeps them', async ({
  visit,
  portfolio,
}) => {
  const subject = `Cash of Saturday ${newTag()}`;
  const { page: manager } = await visit(portfolio.manager);
  await manager.goto('/apps/mailbox');
  await manager.getByRole('button', { name: 'Write mail' }).first().click();
  await addressTo(manager, 'delta-desk');
  await manager.getByRole('button', { name: 'Add Cc' }).click();
  await expect(manager.getByRole('combobox', { name: 'Cc' })).toBeFocused();
  await addressTo(manager, 'delta-agent', 'Cc');
  await manager.getByLabel('Subject').fill(subject);
  await expect(manager.getByText('Draft saved')).toBeVisible();
  await manager.reload();
  await expect(manager.getByRole('combobox', { name: 'Cc' })).toBeVisible();
  await manager.getByRole('button', { name: 'Send' }).click();
  await expect(manager.getByText('Sent to 2 people.')).toBeVisible();

  const { page: desk } = await visit(portfolio.team.desk);
  await desk.goto('/apps/mailbox');
  await mailTo(desk, new RegExp(subject)).click();
  await expect(desk.getByText(/^To .*delta-desk.* · Cc .*delta-agent/)).toBeVisible();
  await desk.getByRole('button', { name: 'Reply to all' }).click();
  await expect(desk.getByRole('combobox', { name: 'Cc' })).toBeVisible();
  await desk.getByRole('textbox', { name: 'Text' }).fill('Counted twice.');
  await desk.getByRole('button', { name: 'Send' }).click();
  await expect(desk.getByText('Sent to 2 people.')).toBeVisible();

  const { page: agent } = await visit(portfolio.team.agent);
  await agent.goto('/apps/mailbox');
  await mailTo(agent, new RegExp(subject)).click();
  await expect(agent.getByText('Counted twice.')).toBeVisible();
});

test('an empty mail leaves no draft when it is closed', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/mailbox');
  const subject = page.getByLabel('Subject');
  const begin = async () => {
    await page.getByRole('button', { name: 'Write mail' }).first().click();
    await expect(page).toHaveURL(/draft=/);
  };
  const leave = async () => {
    const gone = page.waitForResponse(/\/discard$/);
    await page.getByRole('button', { name: 'Back' }).click();
    await gone;
  };

  await begin();
  await page.reload();
  await expect(subject).toBeVisible();
  await leave();

  // Empty lines and spaces do not count as text.
  await begin();
  await page.getByRole('textbox', { name: 'Text' }).press('Enter');
  await subject.fill('  ');
  await leave();

  // Leave the composer while the last save is still running.
  await begin();
  await expect(subject).toBeVisible();
  const late = await holdFirst(page, 'PUT');
  await subject.fill('x');
  await expect.poll(late.isHeld).toBe(true);
  await subject.fill('');
  const emptied = page.waitForResponse(/\/draft$/);
  const gone = page.waitForResponse(/\/discard$/);
  await page.getByRole('button', { name: 'Back' }).click();
  await emptied;
  await late.letGo();
  await gone;

  // Leave the composer before its draft has loaded.
  const unread = await holdFirst(page, 'GET');
  await begin();
  await expect.poll(unread.isHeld).toBe(true);
  await leave();

  await page.getByRole('link', { name: 'Drafts' }).click();
  await expect(page.getByText('No drafts')).toBeVisible();
});

test('a mail that is left before its draft has loaded leaves no draft', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  const leaveEarly = async (begin: () => Promise<void>, leave: () => Promise<void>) => {
    const first = await holdFirst(page, 'PUT');
    await begin();
    await expect.poll(first.isHeld).toBe(true);
    await leave();
    const gone = page.waitForResponse(/\/discard$/);
    await first.letGo();
    await gone;
  };
  const expectNoDrafts = async () => {
    await page.getByRole('link', { name: 'Drafts' }).click();
    await expect(page.getByText('No drafts')).toBeVisible();
  };

  await page.goto('/apps/mailbox');
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  await leaveEarly(
    // The key is pressed twice before the next render.
    () => page.keyboard.type('cc'),
    async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
      await expect(page).toHaveURL(/calendar/);
    },
  );
  await page.goto('/apps/mailbox');
  await expectNoDrafts();

  const subject = `Rates ${newTag()}`;
  await page.keyboard.press('c');
  await addressTo(page, 'delta');
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent to 3 people.')).toBeVisible();
  await page.getByRole('link', { name: 'Sent' }).click();
  await mailTo(page, new RegExp(subject)).click();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await leaveEarly(
    () => page.keyboard.type('rr'),
    async () => {
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(mailTo(page, new RegExp(subject))).toBeVisible();
    },
  );
  await expectNoDrafts();
});

test('keys typed after a shortcut go to the mail that it opens', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/mailbox');
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  await page.keyboard.type('cmanager');
  const to = page.getByRole('combobox', { name: 'To' });
  await expect(to).toHaveValue('manager');
  await page.getByRole('option', { name: 'manager' }).first().click();
  await page.keyboard.press('Escape');
  const subject = `Rates ${newTag()}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Send' }).click();
  await mailTo(page, new RegExp(subject)).click();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await page.keyboard.type('rThanks');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveText('Thanks');
});

test('mail is read, archived, found and erased by keyboard', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/mailbox');
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  for (const subject of ['First', 'Second']) {
    await page.keyboard.press('c');
    await addressTo(page, 'manager');
    await page.getByLabel('Subject').fill(subject);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(mailTo(page, new RegExp(subject))).toBeVisible();
  }
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(mailTo(page, /First/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /First/ }).check();
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Archive' })
    .click();
  await expect(mailTo(page, /First/)).toBeHidden();
  await page.getByRole('searchbox').fill('first');
  await mailTo(page, /First/).click();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(mailTo(page, /First/)).toBeVisible();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
});
