import { arrangeLoan, arrangePhone } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';

test('two records of one borrower are merged, and the old address leads to the remaining record', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { id: survivorLoan } = await arrangeLoan(stack.owner, portfolio, {
    borrowerName: 'Rosa Singh',
  });
  const { id: otherLoan } = await arrangeLoan(stack.owner, portfolio, {
    borrowerName: 'Singh, Rosa',
  });
  for (const loanId of [survivorLoan, otherLoan]) {
    await arrangePhone(stack.owner, loanId, '+14155552671');
  }
  const { page } = await visit(portfolio.manager);
  const addressOf = async (loanId: string) => {
    const [row] = await stack.owner<{ borrowerId: string }[]>`
      select borrower_id from loans where id = ${loanId}`;
    return `/apps/contacts?people=borrowers&id=${row?.borrowerId ?? ''}`;
  };
  const [remaining, other] = [await addressOf(survivorLoan), await addressOf(otherLoan)];

  await page.goto(remaining);
  await page.getByRole('button', { name: 'Merge with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge another record into Rosa Singh' });
  // A borrower with the same number is proposed before anything is typed.
  await dialog.getByRole('combobox', { name: 'The other record' }).click();
  await dialog.getByRole('option', { name: /Singh, Rosa/ }).click();
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Singh, Rosa').check();
  await expect(
    dialog.getByText('Moves to this record: 1 loan and 1 contact detail.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge records' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Why they are the same borrower').fill('Same person, entered twice');
  await dialog.getByLabel(/I have compared both/).check();
  await expectAccessible(page, 'the merge');
  await dialog.getByRole('button', { name: 'Merge records' }).click();
  await expectToast(page, 'Records merged');
  await expect(page.getByRole('heading', { level: 1, name: 'Singh, Rosa' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Loans' }).getByRole('row')).toHaveCount(3);

  await page.goto(other);
  await expect(page.getByRole('heading', { level: 1, name: 'Singh, Rosa' })).toBeVisible();
  await expect(page.getByText(/was merged into this record\.$/)).toBeVisible();
  await expect(page).toHaveURL(
    new RegExp(new URL(remaining, stack.address).searchParams.get('id') ?? ''),
  );
  await expect(page.getByText('Same person, entered twice').first()).toBeVisible();
});

test('a likely duplicate links from the list to the comparison', async ({
  visit,
  portfolio,
  stack,
}) => {
  for (const borrowerName of ['Rosa Singh', 'Singh, Rosa']) {
    const { id } = await arrangeLoan(stack.owner, portfolio, { borrowerName });
    await arrangePhone(stack.owner, id, '+14155552671');
  }
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/contacts?people=borrowers');
  await page.getByRole('button', { name: 'Likely duplicates' }).click();
  const drawer = page.getByRole('dialog', { name: 'Likely duplicates' });
  await expect(drawer.getByText('1 likely duplicate')).toBeVisible();
  await expectAccessible(page, 'the likely duplicates');
  await drawer.getByRole('link', { name: /Rosa Singh.*Singh, Rosa/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge another record into Rosa Singh' });
  await expect(dialog.getByRole('radiogroup', { name: 'Name' })).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'The other record' })).toHaveValue(
    /Singh, Rosa/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).not.toHaveURL(/merge=/);
});
