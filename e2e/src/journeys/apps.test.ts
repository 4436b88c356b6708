import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';

const column = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) });

async function addCard(page: Page, title: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Add card to ${to}` }).click();
  const dialog = page.getByRole('dialog', { name: 'New card' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add card' }).click();
  await expect(dialog).toBeHidden();
}

/** Drags one element to another by mouse. */
async function drag(page: Page, from: ReturnType<typeof card>, to: ReturnType<typeof card>) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('what is dragged is not on the page');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

async function pickUp(page: Page, item: ReturnType<typeof card>): Promise<void> {
  await item.focus();
  await page.keyboard.press('Space');
  await expect(item).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-carrying]')).toBeVisible();
}

/** Presses an arrow key and waits until the dragged item has moved or the page has scrolled. */
async function carry(page: Page, key: string): Promise<void> {
  const boxOf = (mark: string) => page.locator(`[${mark}]`).boundingBox();
  const place = async () =>
    JSON.stringify([await boxOf('data-carrying'), await boxOf('data-carried')]);
  const before = await place();
  await page.keyboard.press(key);
  await expect.poll(place).not.toBe(before);
}

test('cards stay where a mouse or a keyboard dropped them, also for a colleague who has the board open', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/scrumboard');
  await page.getByRole('button', { name: 'Create board' }).click();
  const dialog = page.getByRole('dialog', { name: 'New board' });
  await dialog.getByLabel('Name').fill('Arrears');
  await dialog.getByRole('button', { name: 'Create board' }).click();
  await expect(column(page, 'To do')).toBeVisible();
  await addCard(page, 'Call the bank', 'To do');
  await addCard(page, 'Write to the court', 'To do');

  const { page: colleague } = await visit(portfolio.team.agent);
  await colleague.goto('/apps/scrumboard');
  await expect(card(colleague, 'Call the bank')).toBeVisible();

  const saved = page.waitForResponse(/\/place$/);
  await drag(page, card(page, 'Call the bank'), column(page, 'Done').getByRole('button').last());
  expect((await saved).status()).toBe(200);
  await expect(column(page, 'Done')).toContainText('Call the bank');

  await pickUp(page, card(page, 'Write to the court'));
  await carry(page, 'ArrowRight');
  await expect(column(page, 'In progress')).toContainText('Write to the court');
  const savedAgain = page.waitForResponse(/\/place$/);
  await page.keyboard.press('Space');
  expect((await savedAgain).status()).toBe(200);

  await page.reload();
  for (const reader of [page, colleague]) {
    await expect(column(reader, 'Done')).toContainText('Call the bank');
    await expect(column(reader, 'In progress')).toContainText('Write to the court');
  }
});

test('the removal of an own card is undone, and the card is in its former place', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.team.agent);
  await page.goto('/apps/scrumboard');
  await page.getByRole('button', { name: 'Create board' }).click();
  const dialog = page.getByRole('dialog', { name: 'New board' });
  await dialog.getByLabel('Name').fill('Visits');
  await dialog.getByRole('button', { name: 'Create board' }).click();
  for (const title of ['First', 'Second', 'Third']) await addCard(page, title, 'To do');
  const cards = column(page, 'To do').getByRole('button', { name: /First|Second|Third/ });

  await card(page, 'Second').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(cards).toHaveText([/First/, /Third/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveText([/First/, /Second/, /Third/]);
  await page.reload();
  await expect(cards).toHaveText([/First/, /Second/, /Third/]);
});

test('a moved calendar event has its new day in the ICS file', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/calendar?view=week&day=2026-06-15');
  await page.getByRole('button', { name: 'Add event', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByLabel('Title').fill('Court date');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog).toBeHidden();
  const event = card(page, 'Court date');
  await expect(event).toContainText('09:00');

  // Move the event by two days and by half an hour with the keyboard.
  await pickUp(page, event);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await carry(page, key);
  const saved = page.waitForResponse(/\/api\/calendar-events\/[^/]+$/);
  await page.keyboard.press('Space');
  expect((await saved).status()).toBe(200);
  await expect(event).toContainText('09:30');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export ICS' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain('SUMMARY:Court date');
  expect(file).toContain('DTSTART:20260617T093000Z');
  expect(file).toContain('DTEND:20260617T103000Z');
});
