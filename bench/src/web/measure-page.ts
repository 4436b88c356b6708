import type { Visit } from './web.ts';
import { medianOf } from '../median.ts';
import { openSlowPage } from './slow-page.ts';

export type PageMeasurement = {
  readonly paintMs: number;
  /** The time until the main text or figures are visible. */
  readonly seenMs: number;
  /** The time until the charts are visible too; null if there are none. */
  readonly pictureMs: number | null;
  /** The time of the Largest Contentful Paint. */
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  /**
   * Compressed script bytes until the content was visible, and until the charts were visible too.
   * `scriptBytes` counts all scripts if there are no charts.
   */
  readonly scriptBytesSeen: number;
  readonly scriptBytes: number;
  /**
   * Compressed script bytes loaded after the charts, for the next page; 0 if there are no charts.
   */
  readonly scriptBytesAhead: number;
  readonly styleBytes: number;
  readonly fontBytes: number;
};

/** The selectors of a page's content, whose first appearance is measured. */
export type PageContent = {
  /** The selector of the content that must be visible. */
  readonly content: string;
  readonly picture?: string;
};

type OneVisit = Omit<Visit, 'runs'> & PageContent & { readonly path: string };

/** Returns the median of several first visits, each with an empty browser cache. */
export async function measurePage({
  runs,
  ...visit
}: OneVisit & Pick<Visit, 'runs'>): Promise<PageMeasurement> {
  const measured: PageMeasurement[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await visitPage(visit));
  return medianPage(measured);
}

export function medianPage(measured: readonly PageMeasurement[]): PageMeasurement {
  const median = (figure: (one: PageMeasurement) => number) => medianOf(measured.map(figure));
  const hasPicture = measured.some(({ pictureMs }) => pictureMs !== null);
  return {
    paintMs: median((one) => one.paintMs),
    seenMs: median((one) => one.seenMs),
    pictureMs: hasPicture ? median((one) => one.pictureMs ?? 0) : null,
    largestPaintMs: median((one) => one.largestPaintMs),
    blockingMs: median((one) => one.blockingMs),
    shift: median((one) => one.shift),
    scriptBytesSeen: median((one) => one.scriptBytesSeen),
    scriptBytes: median((one) => one.scriptBytes),
    scriptBytesAhead: median((one) => one.scriptBytesAhead),
    styleBytes: median((one) => one.styleBytes),
    fontBytes: median((one) => one.fontBytes),
  };
}

/** Measures one first visit with an empty browser cache. */
export async function visitPage(visit: OneVisit): Promise<PageMeasurement> {
  const { browser, address, session, path, content, picture } = visit;
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    ...(session && { storageState: session }),
  });
  try {
    const page = await openSlowPage(context);
    await page.addInitScript(markSeen, { content, picture });
    await page.goto(path);
    await page.waitForFunction(
      (wanted) => performance.getEntriesByType('mark').length >= wanted,
      picture === undefined ? 1 : 2,
    );
    await page.waitForLoadState('networkidle');
    // Paints are reported after the frame that made them.
    await page.waitForFunction(() => window.benchNotes.largestPaintMs > 0);
    return await page.evaluate(readMeasurement);
  } finally {
    await context.close();
  }
}

/** Runs in the page. It marks the frame after the one in which the content appeared. */
function markSeen(wanted: { content: string; picture: string | undefined }): void {
  const mark = (name: string, isThere: () => boolean): void => {
    const check = (): void => {
      if (isThere()) requestAnimationFrame(() => performance.mark(name));
      else requestAnimationFrame(check);
    };
    check();
  };
  const { content, picture } = wanted;
  mark('seen', () => {
    const found = document.querySelector(content);
    return found instanceof HTMLInputElement || /\d/.test(found?.textContent ?? '');
  });
  if (picture !== undefined) mark('picture', () => document.querySelector(picture) !== null);
}

/** Runs in the page. */
function readMeasurement(): PageMeasurement {
  const timeOf = (name: string): number | undefined =>
    performance.getEntriesByName(name)[0]?.startTime;
  const seenMs = timeOf('seen') ?? 0;
  // Entries of this type have these fields.
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const bytesOf = (ending: string, until = Infinity): number =>
    fetched
      .filter(({ name, responseEnd }) => name.endsWith(ending) && responseEnd <= until)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const pictureMs = timeOf('picture') ?? null;
  const scriptBytes = bytesOf('.js', pictureMs ?? Infinity);
  return {
    ...window.benchNotes,
    paintMs: timeOf('first-contentful-paint') ?? 0,
    seenMs,
    pictureMs,
    scriptBytesSeen: bytesOf('.js', seenMs),
    scriptBytes,
    scriptBytesAhead: bytesOf('.js') - scriptBytes,
    styleBytes: bytesOf('.css'),
    fontBytes: bytesOf('.woff2'),
  };
}
