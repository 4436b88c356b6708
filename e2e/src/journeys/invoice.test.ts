import { readFile } from 'node:fs/promises';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { draftOf } from '@bursar/api/testing/invoice-office';
import { expect, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { callAs } from '../steps/calls.ts';
import { expectToast } from '../steps/loans.ts';

test('an invoice for a loan is created, issued, saved as PDF and paid', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, {
    teamId: team.id,
    agentId: team.agent.id,
    disbursedOn: '2026-04-01',
    borrowerName: 'Layla Haddad',
  });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}`);
  await beginInvoice(page);
  await expect(page).toHaveURL(`/apps/invoice/add?loan=${loan.id}`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Layla Haddad');
  const lines = page.getByRole('group', { name: /^Line / });
  // The lines are the amounts due by today: principal and interest of the past instalments.
  await expect(lines.first().getByLabel('Description')).toHaveValue(/^Principal of instalment 1/);
  const due = await lines.count();
  await page.getByRole('button', { name: 'Add line' }).click();
  const fee = lines.nth(due);
  await fee.getByLabel('Description').fill('Change of the payment day');
  await fee.getByLabel('Price').fill('10.00');
  await fee.getByLabel('Tax').fill('5');
  await expect(page.getByText('Tax, 5% of 10.00')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft for Layla Haddad');
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  await expectToast(page, /INV-\d{4}-0001 issued/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/INV-\d{4}-0001/);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-0001\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Post payment' }).click();
  const drawer = page.getByRole('dialog', { name: /^Post a payment|L-/ });
  await drawer.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await drawer.getByRole('button', { name: /^Post/ }).click();
  await expect(page.getByText('Paid in full')).toBeVisible();
  await page.goto('/apps/invoice/list');
  const row = page.getByRole('row').filter({ hasText: 'Layla Haddad' });
  await expect(row).toContainText('Paid');
  await row.getByRole('link').click();
  await expect(page.getByRole('article', { name: 'Invoice' })).toContainText('Layla Haddad');
});

test('amounts of a loan that are on an invoice are not proposed again', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { disbursedOn: '2026-04-01' });
  const { page } = await visit(portfolio.manager);
  const address = `/loan-details?id=${loan.id}`;
  const description = page
    .getByRole('group', { name: 'Line 1', exact: true })
    .getByLabel('Description');
  await page.goto(address);
  await beginInvoice(page);
  await expect(description).toHaveValue(/^Principal of instalment 1/);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(address);
  await beginInvoice(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(/\/apps\/invoice\/preview/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await beginInvoice(page);
  await expect(description).toHaveValue('');
});

test('a loan that cannot be loaded gives no invoice form', async ({ visit, portfolio, stack }) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Layla Haddad' });
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of 500/);
  expectComplaint(/status of 404/);
  const calls = /\/invoiceable$/;
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { error: 'unexpected_failure', message: '' } }),
  );
  await page.goto(`/apps/invoice/add?loan=${loan.id}`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeHidden();
  await page.unroute(calls);
  await again.click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Layla Haddad');

  await page.goto('/apps/invoice/add?loan=018f0000-0000-7000-8000-000000000000');
  await expect(page.getByText('This loan does not exist, or you cannot see it.')).toBeVisible();
  await page.getByRole('link', { name: 'Create an invoice without a loan' }).click();
  await expect(page).toHaveURL('/apps/invoice/add');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

async function beginInvoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create invoice' }).click();
}

test('an invoice without a loan is paid in parts, and a bounced receipt is reversed', async ({
  visit,
  portfolio,
}) => {
  const visitor = await visit(portfolio.manager);
  const { page, expectComplaint } = visitor;
  const draft = draftOf({ customerName: 'Harbour Motors', dueOn: '2026-06-29' });
  expect(await callAs(visitor, 'POST /api/invoices', draft)).toBe(200);
  // Without a record in its address, the page opens the newest invoice.
  await page.goto('/apps/invoice/preview');
  await expect(page).toHaveURL(`/apps/invoice/preview?id=${draft.id}`);
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();

  const receive = async (amount: string) => {
    await page.getByRole('button', { name: 'Record receipt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await dialog.getByRole('button', { name: 'Record receipt' }).click();
    return dialog;
  };
  const refused = await receive('50.01');
  await expect(
    refused.getByText('50.00 USD is open. Enter that amount or less.').first(),
  ).toBeVisible();
  await refused.getByRole('textbox', { name: 'Amount' }).fill('20');
  await refused.getByRole('textbox', { name: 'Reference' }).fill('TRX 4711');
  await refused.getByRole('button', { name: 'Record receipt' }).click();
  await expectToast(page, /30\.00.USD of INV-2026-0001 is still unpaid/);
  const bounced = page.getByRole('row', { name: /TRX 4711/ });
  await expect(bounced).toContainText('20.00');

  // The answer is lost, so the dialog does not know that the invoice is paid: the retry must return
  // the same receipt.
  expectComplaint(/ERR_FAILED/);
  await page.route(
    '**/receipts',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const lost = await receive('30');
  await expect(lost.getByText(/^The server cannot be reached/)).toBeVisible();
  await expect(page.getByText('Paid in full')).toBeAttached();
  await lost.getByRole('button', { name: 'Record receipt' }).click();
  await expectToast(page, 'INV-2026-0001 is paid');
  await expect(page.getByText('Paid in full')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record receipt' })).toHaveCount(0);

  await bounced.getByRole('button', { name: 'Reverse' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The transfer bounced.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse receipt' }).click();
  await expect(bounced).toContainText('The transfer bounced.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Record receipt' })).toBeVisible();
  await page.goto('/apps/invoice/list');
  await expect(page.getByRole('row').filter({ hasText: 'Harbour Motors' })).toContainText('20.00');
});

test('the typed values of a new invoice stay when its loan is chosen', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Layla Haddad' });
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/invoice/add');
  await page.getByRole('textbox', { name: 'Note' }).fill('Thank you for your visit.');
  const lines = page.getByRole('group', { name: /^Line / });
  await lines.first().getByLabel('Description').fill('Courier');
  await lines.first().getByLabel('Price').fill('5.00');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Layla');
  await page.getByRole('option', { name: /Layla Haddad/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Layla Haddad');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(
    'Thank you for your visit.',
  );
  await expect(lines.last().getByLabel('Description')).toHaveValue('Courier');
  await expect(lines.last().getByLabel('Price')).toHaveValue('5.00');
  // The form still counts as unsaved.
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});
