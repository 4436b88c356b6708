import type { Page } from '@playwright/test';

/** Holds back requests to matching addresses from `hold` until `release`. */
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

/**
 * Lets POST requests to matching addresses through, and holds back their answers until `release`.
 */
export async function holdAnswers(page: Page, address: RegExp) {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return { release: () => release() };
}
