import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Those of axe's rules that look at colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Rules = 'all' | 'of colours';

/** No violation of WCAG 2 A and AA, nor of axe's best practices, in what the page now shows. */
export async function expectAccessible(
  page: Page,
  where: string,
  rules: Rules = 'all',
): Promise<void> {
  // It stays in a page until the next is loaded, and runs faster each time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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
