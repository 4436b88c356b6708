import { arrangeDeputy, productTermsOf } from '@bursar/api/testing/arrange';
import { applicationOf, disbursementOf } from '@bursar/api/testing/lending';
import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { test } from '../stack/journey.ts';
import { callAs } from '../steps/calls.ts';

test('a loan is applied for, approved, disbursed, reversed and disbursed again', async ({
  visit,
  portfolio,
  stack,
}) => {
  const visitor = await visit(portfolio.manager);
  const { page } = visitor;
  const { page: deputy } = await visit(await arrangeDeputy(stack.owner, portfolio));
  await callAs(visitor, 'POST /api/loan-products', {
    id: randomUUID(),
    versionId: randomUUID(),
    name: 'Van loan',
    terms: productTermsOf(),
  });
  const known = { id: randomUUID(), kind: 'person', phone: '', email: '' };
  await callAs(visitor, 'POST /api/borrowers', { ...known, name: 'Omar Said' });
  await page.goto('/applications');
  await page.getByRole('link', { name: 'Create application' }).click();

  await page.getByRole('radio', { name: 'New borrower' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('Amina Noor');
  await page.getByRole('combobox', { name: 'Co-borrowers' }).fill('omar');
  await page.getByRole('option', { name: 'Omar Said' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(
    page.getByText('The product allows 5,000.00 to 50,000.00 USD.').first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('12000');
  await page.getByRole('textbox', { name: 'Instalments' }).fill('12');
  const cost = page.getByRole('region', { name: 'Loan cost' });
  await expect(cost).toContainText('1,066.19');
  await expect(cost).toContainText('180.00 USD withheld as a fee');
  await page.getByRole('button', { name: 'Submit application' }).click();

  await expect(page.getByRole('heading', { name: 'Amina Noor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Omar Said' })).toBeVisible();
  const answer = async (action: string, reason?: string, by = page) => {
    await by.getByRole('button', { name: action, exact: true }).click();
    const dialog = by.getByRole('dialog');
    if (reason) await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  // Users cannot approve their own application or disburse one that they approved.
  await expect(
    page.getByRole('button', { name: 'Approve', exact: true }),
  ).toHaveAccessibleDescription('You submitted this application. Another person must approve it.');
  await deputy.goto(page.url());
  await answer('Approve', undefined, deputy);
  await expect(
    deputy.getByRole('button', { name: 'Disburse', exact: true }),
  ).toHaveAccessibleDescription('You approved this loan. Another person must disburse it.');
  await page.reload();
  await answer('Disburse');
  await expect(page.getByText(/^Disbursed by /)).toBeVisible();
  await page.getByRole('link', { name: 'Open loan' }).click();
  await expect(page).toHaveURL(/\/loan-details\?id=/);
  await expect(page.getByText('12,000.00').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Borrower & terms' }).click();
  await expect(page.getByRole('link', { name: 'Omar Said' })).toBeVisible();
  await page.goBack();

  await answer('Undo disbursement', 'The account was closed.');
  await expect(page.getByText('The account was closed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open loan' })).toBeHidden();
  await answer('Disburse');
  await expect(page.getByRole('link', { name: 'Open loan' })).toBeVisible();
});

test('a loan links to its application and product, and they link back', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const visitor = await visit(portfolio.manager);
  const { page } = visitor;
  const product = { id: randomUUID(), versionId: randomUUID() };
  await callAs(visitor, 'POST /api/loan-products', {
    ...product,
    name: 'Shop loan',
    terms: productTermsOf(),
  });
  const application = applicationOf(product.versionId);
  await callAs(visitor, 'POST /api/applications', application);
  const at = `/api/applications/${application.id}`;
  const deputy = await visit(await arrangeDeputy(stack.owner, portfolio));
  await callAs(deputy, `POST ${at}/events`, { id: randomUUID(), event: 'approve', reason: '' });
  const disbursement = disbursementOf();
  await callAs(visitor, `POST ${at}/disbursement`, disbursement);

  await page.goto(`/applications?id=${application.id}`);
  await page.getByRole('link', { name: 'Open loan' }).click();
  await page.getByRole('tab', { name: 'Borrower & terms' }).click();
  await page.getByRole('link', { name: 'A-000001' }).click();
  await expect(page).toHaveURL(new RegExp(`/applications\\?id=${application.id}`));
  await page.goBack();
  await page.getByRole('link', { name: 'Shop loan' }).click();
  await expect(page).toHaveURL(new RegExp(`/products\\?id=${product.id}&version=1`));

  await page.getByRole('link', { name: '1 application', exact: true }).click();
  await expect(page.getByRole('button', { name: /Product.*Shop loan/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /A-000001/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '1 loan', exact: true }).click();
  await expect(page).toHaveURL(/\/allloan\?products=/);
  await expect(page.getByRole('row', { name: /Amina Noor/ })).toBeVisible();

  // A desk may not read applications: it gets no link to one, but sees its loan's product.
  const handed = await callAs(visitor, 'POST /api/assignments', {
    id: randomUUID(),
    selection: { loanIds: [disbursement.id] },
    target: { kind: 'team', id: portfolio.team.id },
  });
  expect(handed).toBe(200);
  const { page: desk } = await visit(portfolio.team.desk);
  await desk.goto(`/loan-details?id=${disbursement.id}&tab=terms`);
  await expect(desk.getByText('Instalments', { exact: true })).toBeVisible();
  await expect(desk.getByText('A-000001')).toHaveCount(0);
  await desk.getByRole('link', { name: 'Shop loan' }).click();
  await expect(desk.getByRole('link', { name: '1 loan', exact: true })).toHaveAttribute(
    'href',
    `/allassign?products=${product.id}`,
  );
  await expect(desk.getByRole('link', { name: '1 application' })).toHaveCount(0);

  // The loan page does not exist for administrators, so there is no link.
  const { page: office } = await visit(admin);
  await office.goto(`/applications?id=${application.id}`);
  await expect(office.getByRole('link', { name: 'Shop loan' })).toBeVisible();
  await expect(office.getByRole('link', { name: 'Open loan' })).toHaveCount(0);
});
