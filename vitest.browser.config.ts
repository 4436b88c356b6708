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
  // Vite must find all dependencies before the tests run: it reloads the page when it finds a new
  // one.
  optimizeDeps: {
    // Includes the application's entry, because the test server answers an unknown address with the
    // application's page.
    entries: ['src/app/main.tsx', 'src/{app,features,ui}/**/*.browser-test.tsx'],
    // Forms load their contracts, which import zod, only when they open.
    include: ['zod'],
  },
  test: {
    name: 'components',
    include: ['src/{app,features,ui}/**/*.browser-test.tsx'],
    // As in Bursar, these styles come first, because they decide the order of the layers.
    setupFiles: ['src/ui/theme/foundation.ts'],
    isolate: false,
    // Generous, because a slow machine must not fail a test.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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
