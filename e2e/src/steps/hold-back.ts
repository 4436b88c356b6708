import type { Page } from '@playwright/test';

/** Keeps what the page fetches under such an address back, from `hold` until `release`. */
export async function holdBack(page: Page, address: RegExp) {
  let open = Promise.resolve();
  let release = () => undefined as void;
  await page.route(address, async (route) => {
    await open;
    await route.continue();
  });
  return {
    hold: () => {
      open = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}
