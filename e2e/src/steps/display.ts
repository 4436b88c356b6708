import type { Locator, Page } from '@playwright/test';

export function readSetting(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Display settings' }).click();
  return page.getByRole('dialog', { name: 'Display settings' });
}

export async function choose(drawer: Locator, setting: string, choice: string): Promise<void> {
  const group = drawer.getByRole('group', { name: setting });
  await group.getByRole('radio', { name: choice, exact: true }).check();
}

/** Returns the box of an element in pixels; its position and width are zero while it is hidden. */
export const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, width: 0 };
