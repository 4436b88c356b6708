import type { Browser, Page } from '@playwright/test';
import { noteComplaints } from '../stack/note-complaints.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import type { View } from './list-views.ts';
import type { Variant } from './variants.ts';
import type { Session } from './open-sessions.ts';

export type Shot = View & {
  readonly variant: Variant;
  /** Below `shots/`. */
  readonly file: string;
};

type ShotOptions = {
  readonly shot: Shot;
  readonly address: string;
  readonly session: Session | undefined;
  /** Where the picture goes. */
  readonly path: string;
};

const heights = { 1440: 900, 390: 844 } as const;

/** What a page may move while it loads. */
const shiftMax = 0.02;

/** One picture in a browser of its own; answers with what there was to complain about. */
export async function takeShot(browser: Browser, options: ShotOptions): Promise<readonly string[]> {
  const { shot, address, session, path } = options;
  const { width } = shot.variant;
  const context = await browser.newContext({
    baseURL: address,
    storageState: {
      cookies: session?.cookies ?? [],
      origins: [{ origin: address, localStorage: wearing(shot.variant) }],
    },
    viewport: { width, height: heights[width] },
    hasTouch: width === 390,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  try {
    const complaints = noteComplaints(context, address);
    const page = await context.newPage();
    await withoutLiveUpdates(page);
    await page.goto(shot.address);
    await settle(page);
    const measured = await measure(page, width);
    // What lies over a page is as tall as the window, and is seen in it.
    const isCovered = (await page.getByRole('dialog').count()) > 0;
    if (width === 390 && !isCovered) await makeRoomFor(page, width);
    await page.screenshot({ path, fullPage: width !== 390 && !isCovered });
    return [...complaints, ...measured];
  } catch (error) {
    // One page that does not open must not keep the others from being seen.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await context.close();
  }
}

/** What the browser keeps of a reader who was here before, dressed so. */
function wearing({ theme, language }: Variant): { name: string; value: string }[] {
  const rtlClass = language === 'ae' ? 'rtl' : 'ltr';
  const kept = { theme, i18nextLng: language, rtlClass };
  return Object.entries(kept).map(([name, value]) => ({ name, value }));
}

/** Until nothing waits any more: no skeleton, no request, no typeface. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      document.querySelector('#loader, [aria-busy=true], [data-skeleton]') === null &&
      document.fonts.status === 'loaded',
  );
}

/**
 * A window as tall as the page: a picture of more than the window is taken as a desktop's, without
 * what a finger gets, and with a void below the foot.
 */
async function makeRoomFor(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  await settle(page);
}

async function measure(page: Page, width: number): Promise<string[]> {
  const shifts = await page.evaluate(readShifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const moved = [...new Set(shifts.flatMap((one) => one.moved))].join(', ');
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  return [
    ...(shift > shiftMax ? [`moved by ${shift.toFixed(3)} as it loaded: ${moved}`] : []),
    ...(content > width ? [`is ${content} px wide in a window of ${width} px`] : []),
  ];
}

/** Runs in the page, with nothing but what stands here. */
async function readShifts(): Promise<{ value: number; moved: string[] }[]> {
  // TypeScript's DOM does not know layout shifts.
  type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
  const entries = await new Promise<PerformanceEntryList>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
    // Where nothing moved, the observer has nothing to say.
    setTimeout(() => resolve([]), 200);
  });
  return entries.map((entry) => {
    const { value, sources } = entry as Shift;
    const moved = sources.flatMap(({ node }) => (node instanceof Element ? [node] : []));
    return { value, moved: moved.map((node) => `${node.localName}.${node.className}`) };
  });
}
