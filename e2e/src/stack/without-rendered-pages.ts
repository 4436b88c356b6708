import type { BrowserContext } from '@playwright/test';

/**
 * Makes the next document arrive without a view that the server rendered, as for a user with their
 * own display settings. Some journeys need this to check the requests of the app itself.
 */
export async function withoutRenderedPages(context: BrowserContext, url: string): Promise<void> {
  const value = encodeURIComponent('en 1280x720 own');
  await context.addCookies([{ name: 'view', value, url, sameSite: 'Strict' }]);
}
