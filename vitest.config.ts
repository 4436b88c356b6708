import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The workspaces are read as TypeScript, so that no test runs against a stale build.
const conditions = ['source', ...defaultServerConditions];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const seconds = 1000;
const plain = ['loan-maths', 'contracts', 'web', 'tools', 'bench'];

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: [`{${plain.join(',')}}/{src,build}/**/*.test.{ts,tsx}`],
          env: { TZ: 'UTC' },
          testTimeout: 20 * seconds,
        },
      },
      {
        ...source,
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          globalSetup: ['api/src/testing/start-test-postgres.ts'],
          env: { TZ: 'UTC' },
          testTimeout: 60 * seconds,
          hookTimeout: 60 * seconds,
        },
      },
    ],
  },
});
