import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';
import { expectNothingLost } from '../steps/narrow.ts';
import { dress } from '../steps/themes.ts';

const head = 'Kolo;Mbili;Tatu;Nne';

/** An outgoing line. Its negative amount proves that amounts without a sign were received. */
const paid = '13/06/2026;Power company;Electricity;-80,00';

async function drop(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await dropTable(page, name, [head, ...lines]);
}

async function dropTable(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page.goto('/bank-files');
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Clicks like a user, and counts the clicks. */
function countClicks() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      // Playwright would refuse to click a radio button, because a label covers its input.
      const isChoice = (await target.getAttribute('type')) === 'radio';
      await target.click({ force: isChoice });
      clicks += 1;
    },
    count: () => clicks,
  };
}

async function post(page: Page, click: (target: Locator) => Promise<void>): Promise<void> {
  await click(page.getByRole('button', { name: 'Post 1 payment' }));
  const question = page.getByRole('dialog', { name: 'Post 1 payment?' });
  await click(question.getByRole('button', { name: 'Post' }));
  await expectToast(page, '1 payment posted');
}

test('the file of an unknown bank is posted in few clicks, and the next one in fewer', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Ada Byron' });
  const reference = `L-${String(loan.number).padStart(6, '0')}`;
  const { page } = await visit(portfolio.manager);

  const first = countClicks();
  await drop(page, 'Sacco Jinja.csv', [
    `13/06/2026;Ada Byron;First instalment ${reference};50,25`,
    paid,
  ]);
  const columns = page.getByRole('region', { name: 'Choose the columns' });
  await expect(columns.getByRole('combobox', { name: 'Kolo is read as' })).toHaveValue(
    'Booking date',
  );
  await expect(columns.getByRole('combobox', { name: 'Mbili is read as' })).toHaveValue('Payer');
  await expect(columns.getByRole('combobox', { name: 'Nne is read as' })).toHaveValue('Amount');
  await expectAccessible(page, 'choosing the columns of a bank file');
  await expectNothingLost(page, 'choosing the columns of a bank file');
  await page.setViewportSize({ width: 1440, height: 900 });
  await first.click(columns.getByRole('button', { name: 'Read file' }));
  const layout = page.getByRole('region', { name: 'Columns of the file' });
  await expect(layout).toContainText(/Read with the columns of .?Sacco Jinja/);
  await expect(layout).toContainText(/Nne.?: Amount/);
  await expectAccessible(page, 'a bank file with chosen columns');
  await post(page, first.click);
  expect(first.count()).toBeLessThanOrEqual(10);

  const next = countClicks();
  await drop(page, 'Sacco again.csv', [
    `14/06/2026;Ada Byron;Second instalment ${reference};40,75`,
    paid,
  ]);
  await expect(page.getByRole('heading', { name: 'Sacco again.csv' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Second instalment' })).toContainText(
    '40.75',
  );
  await post(page, next.click);
  expect(next.count()).toBeLessThanOrEqual(3);
});

test('a bank that writes no signs is asked about once', async ({ visit, portfolio, stack }) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Grace Hopper' });
  const reference = `L-${String(loan.number).padStart(6, '0')}`;
  const { page } = await visit(portfolio.manager);
  const unsigned = 'Moja;Mbili;Tatu;Nne';

  const first = countClicks();
  const line = `13/06/2026;Grace Hopper;First instalment ${reference};50,25`;
  await dropTable(page, 'Incoming.csv', [unsigned, line]);
  const columns = page.getByRole('region', { name: 'Choose the columns' });
  await first.click(columns.getByRole('button', { name: 'Read file' }));
  const questions = page.getByRole('region', { name: 'Questions about the file' });
  await first.click(questions.getByRole('radio', { name: 'Money received' }));
  await first.click(questions.getByRole('button', { name: 'Read file' }));
  const layout = page.getByRole('region', { name: 'Columns of the file' });
  await expect(layout).toContainText('amounts without a sign: Money received');
  await expectAccessible(page, 'a bank file with a remembered answer');
  await expectNothingLost(page, 'a bank file with a remembered answer');
  await page.setViewportSize({ width: 1440, height: 900 });
  await post(page, first.click);
  expect(first.count()).toBeLessThanOrEqual(10);

  const next = countClicks();
  const later = `14/06/2026;Grace Hopper;Second instalment ${reference};40,75`;
  await dropTable(page, 'Incoming again.csv', [unsigned, later]);
  await post(page, next.click);
  expect(next.count()).toBeLessThanOrEqual(3);

  await page.getByRole('button', { name: 'Ask again: amounts without a sign' }).click();
  await expect(layout).not.toContainText('amounts without a sign');
  await dropTable(page, 'Incoming later.csv', [unsigned, later.replace('14/06', '15/06')]);
  await expect(questions.getByRole('radio', { name: 'Money received' })).toBeVisible();
});

test('the columns of a bank file are chosen in Arabic on a phone', async ({ visit, portfolio }) => {
  const visitor = await visit(portfolio.manager);
  const { page } = visitor;
  await dress(visitor, 'ae');
  await page.setViewportSize({ width: 390, height: 844 });
  await drop(page, 'Sacco.csv', ['13/06/2026;Ada Byron;Instalment 1;50,25']);
  await expect(page.getByRole('region', { name: 'اختر الأعمدة' })).toBeVisible();
  await expectAccessible(page, 'choosing the columns of a bank file in Arabic');
  await expectNothingLost(page, 'choosing the columns of a bank file in Arabic');
});
