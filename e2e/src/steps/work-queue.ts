import type { Locator, Page } from '@playwright/test';

/** The card of the loan that is being worked. */
export function workedLoan(page: Page, queue = 'Today’s queue'): Locator {
  return page.getByRole('region', { name: queue }).getByRole('article');
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
