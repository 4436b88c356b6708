import type { Locator, Page } from '@playwright/test';

/** Returns the card of the current loan. */
export function workedLoan(page: Page, queue = 'Today’s queue'): Locator {
  return page.getByRole('region', { name: queue }).getByRole('article');
}

/** Stops the browser from handing phone numbers to the system, and records them. */
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
