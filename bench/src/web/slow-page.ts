import type { BrowserContext, Page } from 'playwright-core';

/** A page as on a slow laptop behind a slow line, which notes what holds it up; at rate 1 on this machine's own processor. */
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
  /** Sum of what each long task took beyond 50 ms. */
  blockingMs: number;
  shift: number;
};

/** Runs in the page, before anything of it. */
function takeNotes(): void {
  class SilentSource extends EventTarget {
    close(): void {}
  }
  // The stream of changes never ends: with it the page would never be seen to be at rest.
  Object.assign(window, { EventSource: SilentSource });
  const notes: Notes = { blockingMs: 0, shift: 0 };
  window.benchNotes = notes;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.blockingMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    // TypeScript's DOM does not know the value of a layout shift.
    for (const shift of list.getEntries()) notes.shift += (shift as Shift).value;
  }).observe({ type: 'layout-shift' });
}

type Shift = PerformanceEntry & { readonly value: number };

declare global {
  interface Window {
    benchNotes: Notes;
  }
}
