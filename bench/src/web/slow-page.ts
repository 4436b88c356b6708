import type { BrowserContext, Page } from 'playwright-core';

/**
 * Opens a page as on a slow laptop with a slow connection, and records its blocking time, layout
 * shift and largest paint. Rate 1 is this machine's own speed.
 */
export async function openSlowPage(
  context: BrowserContext,
  { rate = 4 }: { readonly rate?: number } = {},
): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytesOfMegabits(10),
    uploadThroughput: bytesOfMegabits(10),
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(takeNotes);
  return page;
}

function bytesOfMegabits(megabits: number): number {
  return (megabits * 1_000_000) / 8;
}

export type Notes = {
  /** Sum of the time by which each long task exceeds 50 ms. */
  blockingMs: number;
  shift: number;
  /** The time of the largest paint so far. */
  largestPaintMs: number;
};

/** Runs in the page before its own scripts. */
function takeNotes(): void {
  class SilentSource extends EventTarget {
    close(): void {}
  }
  // The stream of live updates never ends, so the page would never count as idle with it.
  Object.assign(window, { EventSource: SilentSource });
  const notes: Notes = { blockingMs: 0, shift: 0, largestPaintMs: 0 };
  window.benchNotes = notes;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.blockingMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    // TypeScript's DOM types lack the value of a layout shift.
    for (const shift of list.getEntries()) notes.shift += (shift as Shift).value;
  }).observe({ type: 'layout-shift' });
  new PerformanceObserver((list) => {
    notes.largestPaintMs = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint' });
}

type Shift = PerformanceEntry & { readonly value: number };

declare global {
  interface Window {
    benchNotes: Notes;
  }
}
