import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { today } from '../stack/start-stack.ts';
import { expectAccessible } from '../steps/axe.ts';
import { callAs } from '../steps/calls.ts';

const drawer = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** Opens the rows behind a tile's figure, checks them and closes them again. */
async function expectBehind(page: Page, tile: string, { title, rows }: Behind): Promise<void> {
  await page.getByRole('button', { name: tile, exact: true }).click();
  await expect(drawer(page, title)).toContainText(rows);
  await page.keyboard.press('Escape');
  await expect(drawer(page, title)).toBeHidden();
}

type Behind = { readonly title: string; readonly rows: string | RegExp };

test('a part of the concentration has a translated name, and links to its loans by code', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { disbursedOn: '2026-03-01' });
  await stack.owner`update loans set purpose = 'debt_consolidation' where id = ${loan.id}`;
  const { page } = await visit(portfolio.manager);
  await page.goto('/analytics?by=purpose');
  const concentration = page.getByRole('figure', { name: /Concentration/ });
  // A chart loads when it is near the visible area, and the charts above it change the scroll
  // height.
  await expect(async () => {
    await page.getByRole('heading', { name: 'Concentration' }).scrollIntoViewIfNeeded();
    await expect(concentration).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await panelOf(page, 'Concentration').getByRole('button', { name: 'Show as a table' }).click();
  await concentration.getByRole('button', { name: 'Debt consolidation' }).click();
  await expect(page).toHaveURL(/[?&]purpose=debt_consolidation(&|$)/);
});

test('figures of finance and analytics open the payments and loans that they count', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, {
    disbursedOn: '2026-03-01',
    borrowerName: 'Ada Byron',
  });
  await stack.owner`update loans set purpose = '' where id = ${loan.id}`;
  const reference = `L-${String(loan.number).padStart(6, '0')}`;
  const manager = await visit(portfolio.manager);
  const { page } = manager;
  await page.goto('/finance');
  const payment = { id: randomUUID(), amountMinor: 10_662, currency: 'USD', method: 'cash' };
  const path = `POST /api/loans/${loan.id}/payments`;
  expect(await callAs(manager, path, { ...payment, valueDate: today })).toBe(200);

  await page.reload();
  await expectBehind(page, 'Received in Jun 2026', {
    title: 'Received and expected, Jun 2026',
    rows: 'Rows: 1. Total: 106.62 USD, equal to the figure.',
  });
  await expectBehind(page, 'Received in the last twelve months', {
    title: 'Received in the last twelve months',
    rows: reference,
  });
  await expectBehind(page, 'Income in the last twelve months', {
    title: 'Income in the last twelve months',
    rows: 'Rows: 1. Total: 12.00 USD, equal to the figure.',
  });

  await page.goto('/analytics');
  await expectBehind(page, 'PAR30 today', {
    title: 'Loans over 30 days late on 15 Jun 2026',
    rows: reference,
  });
  await expectBehind(page, 'Late today, USD', {
    title: 'Late loans on 15 Jun 2026',
    rows: reference,
  });
  await expectBehind(page, 'Cure rate', {
    title: 'Cured in the month to 31 May 2026',
    rows: 'None.',
  });
  await expectBehind(page, 'Rolled past 30 days', {
    title: 'Rolled past 30 days in the month to 31 May 2026',
    rows: reference,
  });

  // No list can filter for loans without a purpose, so they open in a drawer.
  const concentration = page.getByRole('figure', { name: /Concentration/ });
  await page.getByRole('radio', { name: 'Purpose' }).check({ force: true });
  await panelOf(page, 'Concentration').getByRole('button', { name: 'Show as a table' }).click();
  await concentration.getByRole('button', { name: 'None' }).click();
  await expect(page.getByRole('dialog')).toContainText(reference);
  await expectAccessible(page, 'the loans behind a part of the concentration');

  const { page: office } = await visit(admin);
  await office.goto(page.url().replace(stack.address, ''));
  await expect(office.getByRole('dialog')).toContainText(reference);
  await office.goto('/finance?open=late.USD.31-60');
  await expect(drawer(office, 'Unpaid instalments, 31–60 days')).toContainText(reference);
});

/** The section below a heading. */
const panelOf = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
