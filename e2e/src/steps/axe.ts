import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half the size of `axe.source`, with the same rules. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];

type Rules = 'all' | 'of colours';

/**
 * Adds axe to every page of this browser. Injecting it into each page takes two to three times the
 * processor time, which is fine only for a single check.
 */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: source });
}

/** Expects no violation of WCAG 2 A and AA, or of axe's best practices, in the current page. */
export async function expectAccessible(
  page: Page,
  where: string,
  rules: Rules = 'all',
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) };
      // Preformatted boxes all look the same: only the first is checked.
      const [, ...further] = document.querySelectorAll('pre');
      const exclude = further.flatMap((box) => [...box.children]);
      const context = { include: [document], exclude };
      return (await window.axe.run(context, options)).violations;
    },
    rules === 'all' ? null : colourRules,
  );
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
