import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** No violation of WCAG 2 A and AA, nor of axe's best practices, in what the page now shows. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // It stays in a page until the next is loaded, and runs faster each time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ['violations'] });
    return results.violations;
  });
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
