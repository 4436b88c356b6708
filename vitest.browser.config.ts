import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { chooseBrowser } from './tools/src/browser-options.ts';
import { failureTexts } from './web/build/failure-texts.ts';
import { shippedPackages } from './web/build/shipped-packages.ts';

/** Components of the kit and of features, each rendered alone in a real browser. */
export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [shippedPackages(), failureTexts()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // What a test meets first must not be found while it runs: that would load the page again.
  optimizeDeps: {
    // An address that the tests' server does not know is answered with the product's own page.
    entries: ['src/app/main.tsx', 'src/{ui,features}/**/*.browser-test.tsx'],
    // A form loads its contract when it opens.
    include: ['zod'],
  },
  test: {
    name: 'components',
    include: ['src/{ui,features}/**/*.browser-test.tsx'],
    isolate: false,
    // Generous, because a slow machine must not fail a test.
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: await chooseBrowser(),
        contextOptions: { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
