import type { BrowserContext } from '@playwright/test';

/**
 * Makes the next document arrive without a first view, as for a user with their own display
 * settings, for checks of the app's own requests.
 */
export async function withoutRenderedPages(context: BrowserContext, url: string): Promise<void> {
  const value = encodeURIComponent('en 1280x720 own');
  await context.addCookies([{ name: 'view', value, url, sameSite: 'Strict' }]);
}
