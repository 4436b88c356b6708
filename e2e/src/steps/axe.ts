import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** No violation of WCAG 2 A and AA, nor of axe's best practices, in what the page now shows. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
  expect(found, where).toEqual([]);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
