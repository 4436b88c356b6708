import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { today } from '../stack/start-stack.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { callAs } from '../steps/calls.ts';
import { figure } from '../steps/figures.ts';

const kilobyte = 1000;

/** Checks that the loaded files of a kind stay within a budget, in compressed bytes. */
async function expectAtMost(
  page: Page,
  ending: string,
  { kilobytes, until = Infinity }: { kilobytes: number; until?: number },
): Promise<void> {
  const bytes = await page.evaluate(
    ([end, time]) => {
      // Entries of type `resource` have this class.
      const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return (
        fetched
          .filter(({ name, responseEnd }) => name.endsWith(end) && responseEnd <= time)
          // This part loads three seconds later. On a slow machine the page is not idle before
          // then, so the part is excluded.
          .filter(({ name }) => !name.includes('/LateParts-'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      );
    },
    [ending, until] as const,
  );
  expect(bytes, `${ending} fetched`).toBeGreaterThan(kilobyte);
  expect(bytes, `${ending} fetched`).toBeLessThanOrEqual(kilobytes * kilobyte);
}

test('sign-in loads at most 130 KB of script, 20 KB of styles and 60 KB of fonts', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/auth/boxed-signin');
  await expect(page.getByRole('table')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectAtMost(page, '.js', { kilobytes: 130 });
  await expectAtMost(page, '.css', { kilobytes: 20 });
  await expectAtMost(page, '.woff2', { kilobytes: 60 });
});

test('the dashboard shows its figures with at most 155 KB of script, its charts with 180 KB', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { status: 'active' });
  const visitor = await visit(portfolio.manager);
  // Without a payment, the chart is only a sentence and loads no script.
  const payment = {
    id: randomUUID(),
    amountMinor: 1_000,
    currency: 'USD',
    valueDate: today,
    method: 'cash',
  };
  expect(await callAs(visitor, `POST /api/loans/${loan.id}/payments`, payment)).toBe(200);
  const { page } = visitor;
  await withoutLiveUpdates(page);
  await page.addInitScript(markFigures);
  await page.addInitScript(saveData);
  // A portfolio in use has completed its set-up, so the first steps load nothing.
  await page.route('**/api/first-steps', (route) => route.fulfill({ json: { steps: [] } }));
  await page.goto('/');
  await expect(figure(page.getByRole('main'), 'Outstanding principal')).toHaveText(/\d/);
  const figuresSeen = await readTimeOf(page, 'figures-seen');
  await expectAtMost(page, '.js', { kilobytes: 155, until: figuresSeen });
  await expect(page.getByRole('figure').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectAtMost(page, '.js', { kilobytes: 180 });
  await expectAtMost(page, '.css', { kilobytes: 20 });
  await expectAtMost(page, '.woff2', { kilobytes: 60 });
});

/** Runs in the page: marks the time when the app's first tile shows a figure. */
function markFigures(): void {
  const observer = new MutationObserver(() => {
    if (!/\d/.test(document.querySelector('#app main dl dd')?.textContent ?? '')) return;
    performance.mark('figures-seen');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: with data saving on, nothing is prefetched for the next page. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

async function readTimeOf(page: Page, mark: string): Promise<number> {
  const times = await page.evaluate(
    (name) => performance.getEntriesByName(name).map(({ startTime }) => startTime),
    mark,
  );
  expect(times, mark).toHaveLength(1);
  return times[0] ?? Infinity;
}
