import type { Page } from 'playwright-core';
import type { Visit } from './web.ts';
import { medianOf } from '../median.ts';
import { openSlowPage } from './slow-page.ts';

export type ClickMeasurement = {
  /** The time from the click until the list shows rows. */
  readonly seenMs: number;
  readonly blockingMs: number;
  readonly scriptBytes: number;
};

type Clicks = { readonly firstClick: ClickMeasurement; readonly nextClick: ClickMeasurement };

/** Measures opening the list of all loans from `/` with its menu entry, twice. */
export async function measureClick(visit: Visit): Promise<Clicks> {
  const measured: Clicks[] = [];
  for (let run = 0; run < visit.runs; run += 1) measured.push(await measureOnce(visit));
  return {
    firstClick: medianClick(measured.map(({ firstClick }) => firstClick)),
    nextClick: medianClick(measured.map(({ nextClick }) => nextClick)),
  };
}

function medianClick(clicks: readonly ClickMeasurement[]): ClickMeasurement {
  return {
    seenMs: medianOf(clicks.map(({ seenMs }) => seenMs)),
    blockingMs: medianOf(clicks.map(({ blockingMs }) => blockingMs)),
    scriptBytes: medianOf(clicks.map(({ scriptBytes }) => scriptBytes)),
  };
}

async function measureOnce({ browser, address, session }: Visit): Promise<Clicks> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    ...(session && { storageState: session }),
  });
  try {
    const page = await openSlowPage(context);
    await page.goto('/');
    await page.locator('main figure svg').first().waitFor();
    await page.waitForLoadState('networkidle');
    const firstClick = await clickThrough(page);
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.locator('main figure svg').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { firstClick, nextClick: await clickThrough(page) };
  } finally {
    await context.close();
  }
}

async function clickThrough(page: Page): Promise<ClickMeasurement> {
  const before = await readState(page);
  await page.evaluate(() => {
    performance.clearMarks();
    const check = (): void => {
      const row = document.querySelector('main [role=grid] a[href*="loan-details"]');
      if (row) requestAnimationFrame(() => performance.mark('rows-seen'));
      else requestAnimationFrame(check);
    };
    const start = ({ timeStamp }: MouseEvent): void => {
      performance.mark('clicked', { startTime: timeStamp });
      check();
    };
    document.addEventListener('click', start, { capture: true, once: true });
  });
  await page.getByRole('link', { name: 'All Loans' }).click();
  await page.waitForFunction(() => performance.getEntriesByName('rows-seen').length > 0);
  const seenMs = await page.evaluate(() => {
    const timeOf = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    return timeOf('rows-seen') - timeOf('clicked');
  });
  await page.waitForLoadState('networkidle');
  const after = await readState(page);
  return {
    seenMs,
    blockingMs: after.blockingMs - before.blockingMs,
    scriptBytes: after.scriptBytes - before.scriptBytes,
  };
}

async function readState(page: Page): Promise<Omit<ClickMeasurement, 'seenMs'>> {
  return page.evaluate(() => {
    // Entries of this type have these fields.
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = fetched.filter(({ name }) => name.endsWith('.js'));
    return {
      blockingMs: window.benchNotes.blockingMs,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
}
