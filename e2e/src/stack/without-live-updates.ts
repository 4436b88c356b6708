import type { Page } from '@playwright/test';

/**
 * Keeps the page from following the server's changes, for a look at a page that has come to rest:
 * the stream never ends, so that the network would never be idle.
 */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(window, { EventSource: SilentSource });
  });
}
