import { defineConfig } from '@playwright/test';
import { chooseBrowser } from '@bursar/tools/browser-options';

const seconds = 1000;
const launchOptions = await chooseBrowser();

// A stack of its own for each worker: PostgreSQL, API and built web; see src/stack.
export default defineConfig({
  testDir: 'src/journeys',
  testMatch: '**/*.test.ts',
  fullyParallel: true,
  // Twice as many as CI has cores: a journey waits for the server and for the page by turns.
  workers: 4,
  timeout: 90 * seconds,
  expect: { timeout: 10 * seconds },
  forbidOnly: true,
  // CI tries a failed journey once more and prints how it failed first; elsewhere it just fails.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
