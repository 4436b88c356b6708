import { expect, type Locator, type Page } from '@playwright/test';

/** The card of the loan that is being worked. */
export function workedLoan(page: Page, queue = 'Today’s queue'): Locator {
  return page.getByRole('region', { name: queue }).getByRole('article');
}

/** Logs what came of a contact in the form that is open. */
export async function logOutcome(page: Page, outcome: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^Log contact on/ });
  await form.getByRole('radio', { name: outcome, exact: true }).check({ force: true });
  await form.getByRole('button', { name: 'Log contact' }).click();
  await expect(form).toBeHidden();
}

/** Keeps the browser from handing a number to the system, and notes which it was. */
export async function noteDialled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
      if (!link) return;
      event.preventDefault();
      document.documentElement.dataset['dialled'] = link.getAttribute('href') ?? '';
    });
  });
}
