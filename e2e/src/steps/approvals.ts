import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the payments of a loan and waits until they have loaded. */
export async function openPayments(page: Page, loanId: string): Promise<void> {
  await page.goto(`/loan-details?id=${loanId}&tab=payments`);
  await expect(paymentLines(page).first()).toBeVisible();
}

/** Returns the rows of the payments and reversals of the loan, without the head of the table. */
export function paymentLines(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Payments' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader'),
    });
}

/** Opens the menu with the actions on a payment of the list. */
export async function openPaymentMenu(page: Page, place = 0): Promise<void> {
  await page.getByRole('button', { name: 'Actions for this payment' }).nth(place).click();
}

export async function openReversal(page: Page, place = 0): Promise<Locator> {
  await openPaymentMenu(page, place);
  await page.getByRole('menuitem', { name: 'Reverse…' }).click();
  return page.getByRole('dialog', { name: /^Reverse the payment of/ });
}

export async function openRequest(page: Page, author: string, kind: string): Promise<Locator> {
  await page
    .getByRole('row', { name: new RegExp(author) })
    .first()
    .click();
  return page.getByRole('dialog', { name: kind });
}
