import type { Browser, Page } from '@playwright/test';
import { noteComplaints } from '../stack/note-complaints.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { onItsWay } from '../steps/pages.ts';
import type { View } from './list-views.ts';
import type { Variant } from './variants.ts';
import type { Session } from './open-sessions.ts';

export type Shot = View & {
  readonly variant: Variant;
  /** The picture's path, relative to `shots/`. */
  readonly file: string;
};

type ShotOptions = {
  readonly shot: Shot;
  readonly address: string;
  readonly session: Session | undefined;
  /** The path of the picture. */
  readonly path: string;
};

const heights = { 1440: 900, 1240: 900, 1024: 768, 390: 844 } as const;

/** The maximum layout shift while a page loads. */
const shiftMax = 0.02;

/** Takes one picture in a separate browser context; returns the complaints. */
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
    // An overlay is as tall as the window.
    const isCovered = (await page.getByRole('dialog').count()) > 0;
    if (width === 390 && !isCovered) await makeRoomFor(page, width);
    await page.screenshot({ path, fullPage: width !== 390 && !isCovered });
    return [...complaints, ...measured];
  } catch (error) {
    // A page that does not open must not stop the others.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await context.close();
  }
}

/** Returns the display settings of a variant, as the browser stores them. */
function wearing({ theme, language }: Variant): { name: string; value: string }[] {
  const rtlClass = language === 'ae' ? 'rtl' : 'ltr';
  const stored = { theme, i18nextLng: language, rtlClass };
  return Object.entries(stored).map(([name, value]) => ({ name, value }));
}

/** Waits until there is no skeleton, no request and no loading font. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    (busy) => document.querySelector(busy) === null && document.fonts.status === 'loaded',
    onItsWay,
  );
}

/**
 * Makes the window as tall as the page: a full-page picture would use desktop styles without touch
 * sizes, and leave empty space below the footer.
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

/** Runs in the page, so it can use nothing from this file. */
async function readShifts(): Promise<{ value: number; moved: string[] }[]> {
  // TypeScript's DOM types lack layout shifts.
  type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
  const entries = await new Promise<PerformanceEntryList>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
    // Without layout shifts, the observer never calls back.
    setTimeout(() => resolve([]), 200);
  });
  return entries.map((entry) => {
    const { value, sources } = entry as Shift;
    const moved = sources.flatMap(({ node }) => (node instanceof Element ? [node] : []));
    return { value, moved: moved.map((node) => `${node.localName}.${node.className}`) };
  });
}
