import { expect, type Locator, type Page } from '@playwright/test';
import { figure, minorOf } from './figures.ts';

/** Opens the payment drawer. */
export async function openPayment(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Post payment' }).click();
  return page.getByRole('dialog', { name: /^Post payment on/ });
}

/** Chooses a usual amount and returns the shown allocation. */
export async function chooseUsualAmount(panel: Locator, name: string): Promise<Split> {
  await panel
    .getByRole('list', { name: 'Usual amounts' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  const split = panel.getByRole('region', { name: 'Allocation' });
  return {
    interestMinor: minorOf(await figure(split, 'Interest').innerText()),
    principalMinor: minorOf(await figure(split, 'Principal').innerText()),
  };
}

export type Split = { readonly interestMinor: number; readonly principalMinor: number };

export async function post(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expect(panel).toBeHidden();
}

/** Posts a possible duplicate after confirming it. */
export async function postAnother(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await panel.getByRole('button', { name: 'Post a second payment' }).click();
  await expect(panel).toBeHidden();
}
