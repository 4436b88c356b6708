import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../steps/axe.ts';
import { test } from '../stack/journey.ts';
import type { Stack } from '../stack/start-stack.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });

/** Appends many messages by a user to the user's only conversation. */
async function sayMuch({ owner }: Stack, authorId: string, lines: number): Promise<void> {
  await owner`
    with place as (
      update chats set last_number = last_number + ${lines}, last_revision = last_revision + ${lines}
      where id in (select chat_id from chat_members where account_id = ${authorId})
      returning id, portfolio_id, last_number - ${lines} as number,
        last_revision - ${lines} as revision
    )
    insert into chat_messages (chat_id, number, id, portfolio_id, revision, author_id, text, sent_at)
    select place.id, number + line + 1, gen_random_uuid(), portfolio_id, revision + line + 1,
      ${authorId}, 'Line ' || line, now()
    from place, generate_series(0, ${lines - 1}) line`;
}

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('two colleagues chat over two servers: unread counts, typing, a file, and history by scrolling', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page } = await visit(portfolio.manager);
  const { page: other } = await visit(portfolio.team.agent, { baseURL: await stack.addServer() });
  await other.goto('/apps/chat');
  await expect(other.getByText('No conversations yet')).toBeVisible();

  const hearing = page.waitForResponse('**/api/changes');
  await page.goto('/apps/chat');
  await page.getByRole('button', { name: 'Start conversation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New conversation' });
  await dialog.getByLabel('Participants').fill('delta-agent');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Open conversation' }).click();
  await say(page, 'Did the harbour call back?');
  await expect(log(page).getByText('Did the harbour call back?')).toBeVisible();
  await say(page, 'The bank asks');

  const conversation = list(other).getByRole('link', { name: /manager/ });
  await expect(conversation).toContainText('2 unread messages');
  await conversation.press('Enter');
  await expect(log(other).getByText('The bank asks')).toBeVisible();
  await expect(conversation).not.toContainText('unread');

  // Typing notices are not stored, so a page that does not listen yet misses them.
  await hearing;
  await composer(other).pressSequentially('Not yet');
  await expect(page.getByText('is typing…')).toBeVisible();
  await composer(other).press('Shift+Enter');
  await composer(other).pressSequentially('I try again at four');
  await composer(other).press('Enter');
  await expect(log(page).getByText('Not yet\nI try again at four')).toBeVisible();
  await expect(page.getByText('is typing…')).toBeHidden();

  const chooser = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Share a file' }).click();
  await (
    await chooser
  ).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Call at four.') });
  const download = page.waitForEvent('download');
  await log(page)
    .getByRole('link', { name: /plan.txt/ })
    .click();
  expect((await download).suggestedFilename()).toBe('plan.txt');

  await sayMuch(stack, portfolio.team.agent.id, 60);
  await page.reload();
  await expect(log(page).getByText('Line 59', { exact: true })).toBeVisible();
  await expect(log(page).getByText('Did the harbour call back?')).toHaveCount(0);
  const anchor = log(page).getByText('Line 22', { exact: true });
  await anchor.scrollIntoViewIfNeeded();
  await expect(log(page).getByText('Did the harbour call back?')).toHaveCount(1);
  // The read message stays in place when earlier messages load above it.
  await expect(anchor).toBeInViewport();
  await expectAccessible(page, 'an open conversation');

  // Find a message far above the loaded ones by its text.
  await page.goto('/apps/chat');
  await page.getByRole('searchbox', { name: 'Search people, groups and messages' }).fill('HARBOUR');
  await list(page)
    .getByRole('link', { name: /Did the harbour call back/ })
    .click();
  await expect(log(page).getByText('Did the harbour call back?')).toBeInViewport();
  await expectAccessible(page, 'what was found in conversations');
});

test('an unsent message keeps its text, and is sent once on retry', async ({
  visit,
  portfolio,
}) => {
  const { page, context, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/apps/chat?q=delta-agent');
  await list(page)
    .getByRole('button', { name: /delta-agent/ })
    .click();
  await expect(log(page)).toBeVisible();
  await context.setOffline(true);
  await say(page, 'Kept words');
  await expect(log(page).getByText('Not sent.')).toBeVisible();
  await context.setOffline(false);
  await log(page).getByRole('button', { name: 'Send again' }).click();
  await expect(log(page).getByText('Not sent.')).toBeHidden();
  const { page: other } = await visit(portfolio.team.agent);
  await other.goto('/apps/chat');
  await list(other).getByRole('link').click();
  await expect(log(other).getByText('Kept words')).toHaveCount(1);
});

test('the menu shows unread messages until they are read', async ({ visit, portfolio }) => {
  const writer = await visit(portfolio.manager);
  const { page } = await visit(portfolio.team.agent);
  await page.goto('/');
  const apps = page.getByRole('button', { name: /^Apps/ });
  await expect(apps).toHaveAccessibleName('Apps');

  await writer.page.goto('/apps/chat');
  await writer.page.getByRole('button', { name: 'Start conversation' }).first().click();
  const dialog = writer.page.getByRole('dialog', { name: 'New conversation' });
  await dialog.getByLabel('Participants').fill('delta-agent');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Open conversation' }).click();
  await say(writer.page, 'Did the harbour call back?');

  await expect(apps).toHaveAccessibleName('Apps One unread message');
  await apps.click();
  const link = page.getByRole('navigation').getByRole('link', { name: /^Chat/ });
  await expect(link).toHaveAccessibleName('Chat One unread message');
  await expectAccessible(page, 'the menu with something unread');
  await page.evaluate(() => localStorage.setItem('menu', 'horizontal'));
  await page.reload();
  await expect(apps).toHaveAccessibleName('Apps One unread message');
  await apps.click();
  await page.getByRole('menuitem', { name: 'Chat One unread message' }).click();
  await list(page)
    .getByRole('link', { name: /manager/ })
    .click();
  await expect(log(page).getByText('Did the harbour call back?')).toBeVisible();
  await expect(apps).toHaveAccessibleName('Apps');
});
