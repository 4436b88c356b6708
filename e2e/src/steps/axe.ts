import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified source, less than half the size of `axe.source`, with the same rules. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];

type Rules = 'all' | 'of colours';

/**
 * The area that another check of the same journey covers: the contents of the header and the
 * sidebar, or of the whole page under an overlay.
 */
export type Skipped = 'frame' | 'page';

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
  { rules = 'all', skipped }: { rules?: Rules; skipped?: Skipped | undefined } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const runOnly = rules === 'all' ? null : colourRules;
  const violations = await page.evaluate(runAxe, { runOnly, skipped });
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
  expect(found, where).toEqual([]);
}

type Scope = { readonly runOnly: string[] | null; readonly skipped: Skipped | undefined };

/** Runs in the page. */
async function runAxe({ runOnly, skipped }: Scope) {
  const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) };
  // Preformatted boxes all look the same: only the first is checked.
  const [, ...further] = document.querySelectorAll('pre');
  const frame = [...document.querySelectorAll('#sidebar, header')].filter(
    (part) => part.closest('main') === null,
  );
  const covered = { frame, page: [...frame, ...document.querySelectorAll('main')] };
  const overlay = ':is([role=dialog], [role=alertdialog], [role=menu])';
  const parts = [...further, ...(skipped ? covered[skipped] : [])];
  const exclude = parts
    .flatMap((part) => [...part.children])
    .filter((part) => !part.matches(overlay) && part.querySelector(overlay) === null);
  return (await window.axe.run({ include: [document], exclude }, options)).violations;
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
