import { expect, type Page } from '@playwright/test';

/** Goes to an address and waits until all of its page is there. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
}

/** The page has its title, and nothing on it is still on its way. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#loader, [aria-busy=true], [data-skeleton]')).toHaveCount(0);
}
