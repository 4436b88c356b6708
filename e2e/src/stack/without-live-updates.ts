import type { Page } from '@playwright/test';

/**
 * Disables live updates on the page, for checks that wait for an idle network: the open connection
 * would never let it become idle.
 */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(window, { EventSource: SilentSource });
  });
}
