import { defineConfig } from '@playwright/test';
import { chooseBrowser } from '@bursar/tools/browser-options';

const seconds = 1000;
const browser = await chooseBrowser();
// A page is open only for seconds: optimising its scripts takes more processor time than it saves.
const unoptimised = '--js-flags=--no-opt --no-maglev';
const launchOptions = { ...browser, args: [...browser.args, unoptimised] };

// Each worker has its own stack of PostgreSQL, API and built web; see src/stack.
export default defineConfig({
  testDir: 'src/journeys',
  testMatch: '**/*.test.ts',
  // Transpiling files that are already built would take seconds in each process.
  build: { external: ['**/dist/**'] },
  fullyParallel: true,
  // Twice the number of CI's cores, because a journey alternately waits for the server and for the
  // page.
  workers: 4,
  // The timeouts are generous, because a machine that is several times slower must not fail. These
  // tests do not measure speed.
  timeout: 300 * seconds,
  expect: { timeout: 40 * seconds },
  forbidOnly: true,
  // CI retries a failed journey once and prints the first failure; elsewhere there is no retry.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    // A click that cannot happen fails before the whole journey times out.
    actionTimeout: 90 * seconds,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
