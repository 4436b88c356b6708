import type { BrowserContext } from '@playwright/test';

/**
 * Makes the next document come without a first view, as for a reader with display settings of their
 * own, for checks of what the app requests by itself.
 */
export async function withoutRenderedPages(context: BrowserContext, url: string): Promise<void> {
  const value = encodeURIComponent('en 1280x720 own');
  await context.addCookies([{ name: 'view', value, url, sameSite: 'Strict' }]);
}
