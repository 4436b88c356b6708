import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The workspaces are read as TypeScript, so that no test runs against a stale build. Node.js itself
// does not know the condition "module": packages that it loads may break when resolved by it.
const conditions = ['source', ...defaultServerConditions.filter((name) => name !== 'module')];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };
// Time-outs are generous, because a machine that is several times slower must not fail a test.
const seconds = 1000;
const plain = ['loan-maths', 'contracts', 'web', 'tools', 'bench'];
// Session, settings and languages last as long as a page, so each of these files runs isolated.
const browser = 'web/src/{app,lib}/**/*.test.{ts,tsx}';
// These start PostgreSQL or the whole application, which takes too long for `npm run check`.
const processes = 'tools/src/**/*.process.test.ts';

export default defineConfig({
  test: {
    // API tests wait for PostgreSQL half of the time. Vitest's default, one worker less than there
    // are cores, would leave one of two cores idle. Seven workers fit PostgreSQL's 200 connections.
    maxWorkers: Math.min(availableParallelism() + 1, 7),
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: [`{${plain.join(',')}}/{src,build}/**/*.test.{ts,tsx}`],
          exclude: [browser, processes],
          // The modules that these files test have no state, so the files can share loaded modules.
          isolate: false,
          env: { TZ: 'UTC' },
          testTimeout: 120 * seconds,
        },
      },
      {
        ...source,
        test: {
          name: 'processes',
          include: [processes],
          isolate: false,
          env: { TZ: 'UTC' },
          testTimeout: 120 * seconds,
          hookTimeout: 240 * seconds,
        },
      },
      {
        ...source,
        test: {
          name: 'unit-browser',
          include: [browser],
          env: { TZ: 'UTC' },
          testTimeout: 120 * seconds,
        },
      },
      {
        ...source,
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          globalSetup: ['api/src/testing/start-test-postgres.ts'],
          setupFiles: [
            'api/src/testing/close-after-file.ts',
            'api/src/testing/limit-properties.ts',
          ],
          isolate: false,
          env: { TZ: 'UTC' },
          expect: { poll: { timeout: 60 * seconds } },
          testTimeout: 240 * seconds,
          hookTimeout: 240 * seconds,
        },
      },
    ],
  },
});
