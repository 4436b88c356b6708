import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half of what `axe.source` holds, and the same rules. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Those of axe's rules that look at colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Rules = 'all' | 'of colours';

/**
 * Every page that this browser opens has axe from its start; sending it to each page anew takes
 * two to three times the processor time, so that is left to who looks once.
 */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: source });
}

/** No violation of WCAG 2 A and AA, nor of axe's best practices, in what the page now shows. */
export async function expectAccessible(
  page: Page,
  where: string,
  rules: Rules = 'all',
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) };
      // What is written out of a file looks the same in each of a page's boxes: one is read through.
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
