import { expect, type BrowserContext, type Page } from '@playwright/test';
import { expectSettled } from './pages.ts';

/** Delays each answer, so that a page shows its placeholders before its data. */
const answerDelayMs = 250;

declare global {
  interface Window {
    /** The layout shifts of the page since it was loaded. */
    shifts?: { value: number; moved: string[] }[];
  }
}

/** Prepares the browser before its first page: slow answers, and a record of layout shifts. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerDelayMs));
    // Fails if the test has left the page, which then no longer needs the answer.
    await route.continue().catch(() => undefined);
  });
  await context.addInitScript(recordShifts);
}

type Expected = {
  readonly where: string;
  /** A sum of shifts that is too small to notice. */
  readonly tolerated: number;
};

/**
 * Loads a page and expects that nothing on it has moved by the time it is complete. The test
 * continues after a failure, so that it reports all pages.
 */
export async function expectNoShift(
  page: Page,
  address: string,
  { where, tolerated }: Expected,
): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
  const shifts = await page.evaluate(async () => {
    // A part that is drawn after the others may still move them.
    await document.fonts.ready;
    for (let frame = 0; frame < 15; frame += 1) await new Promise(requestAnimationFrame);
    return window.shifts ?? [];
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum > tolerated ? shifts : [], where).toEqual([]);
}

/** Runs in the page. */
function recordShifts(): void {
  type Shift = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  window.shifts = [];
  new PerformanceObserver((list) => {
    // The observed type has these fields, which the library does not declare.
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => node?.textContent?.slice(0, 80) ?? '');
      if (!hadRecentInput) window.shifts?.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
