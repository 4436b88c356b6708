import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { featureOrder } from './boundary-rules.ts';
import { checkBoundaries, workspaces } from './check-boundaries.ts';

/** A checkout that holds nothing but these files. */
function checkoutOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'bursar-boundaries-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const workspace of workspaces) mkdirSync(join(root, workspace));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const rulesBroken = (files: Record<string, string>): string[] =>
  checkBoundaries(checkoutOf(files)).map(({ rule }) => rule);

describe('boundaries', () => {
  it.each([
    ['web/src/lib/a.ts', '@bursar/api/server', 'web-never-meets-api'],
    ['web/src/lib/a.ts', '../../../api/src/server.ts', 'web-never-meets-api'],
    ['api/src/platform/a.ts', '../../../web/src/lib/paths.ts', 'api-never-meets-web'],
    ['api/src/platform/a.ts', '@bursar/tools/start', 'api-never-meets-web'],
    ['contracts/src/a.ts', '@bursar/api/server', 'contracts-know-loan-maths-alone'],
    ['loan-maths/src/a.ts', '@bursar/contracts/loans', 'loan-maths-imports-nothing'],
    ['loan-maths/src/a.ts', 'node:fs', 'loan-maths-imports-nothing'],
    ['tools/src/a.ts', '@bursar/web/lib/paths', 'tools-know-no-browser'],
    ['web/src/ui/a.ts', '../app/App.tsx', 'web-app-is-the-top'],
    ['web/src/features/brand-new/a.ts', '../loans/b.ts', 'web-features-stay-apart'],
    ['web/src/ui/a.ts', '../features/loans/b.ts', 'web-ui-knows-no-feature'],
    ['web/src/ui/a.ts', '@bursar/contracts/loans', 'web-ui-knows-no-feature'],
    ['web/src/lib/a.ts', '../features/loans/b.ts', 'web-lib-knows-no-feature'],
    ['api/src/features/loans/a.ts', '../../app.ts', 'api-app-is-the-top'],
    ['api/src/platform/a.ts', '../features/loans/b.ts', 'api-platform-knows-no-feature'],
    ['api/src/features/loans/a.ts', '../../testing/b.ts', 'product-knows-no-test'],
    ['loan-maths/src/a.ts', './testing/b.ts', 'product-knows-no-test'],
    ['api/src/features/loans/a.ts', '../../seed/b.ts', 'api-features-know-no-seed'],
    ['api/src/features/accounts/a.ts', '../loans/b.ts', 'api-feature-order'],
    ['api/src/features/brand-new/a.ts', '../loans/b.ts', 'api-feature-without-a-place'],
    ['api/src/features/loans/a.ts', '../brand-new/b.ts', 'api-feature-order'],
    ['api/src/platform/a.ts', './helpers/b.ts', 'no-drawer-folders'],
  ])('are broken where %s imports %s', (file, request, rule) => {
    expect(rulesBroken({ [file]: `import { x } from '${request}';` })).toEqual([rule]);
    expect(rulesBroken({ [file]: `export type { X } from '${request}';` })).toEqual([rule]);
    expect(rulesBroken({ [file]: `export const x = () => import('${request}');` })).toEqual([rule]);
  });

  it.each([
    ['web/src/app/a.tsx', '../features/loans/b.tsx'],
    ['web/src/features/loans/a.ts', './b.ts'],
    ['web/src/features/loans/a.ts', '../../lib/b.ts'],
    ['api/src/features/payments/a.ts', '../loans/b.ts'],
    ['api/src/features/loans/a.test.ts', '../../testing/b.ts'],
    ['api/src/features/accounts/a.test.ts', '../payments/b.ts'],
    ['loan-maths/src/a.test.ts', 'vitest'],
    ['loan-maths/src/testing/a.ts', 'fast-check'],
    ['bench/src/a.ts', '@bursar/api/testing/generate-tape'],
    ['contracts/src/a.ts', '@bursar/loan-maths'],
    ['tools/src/a.ts', '@bursar/api/server'],
  ])('hold where %s imports %s', (file, request) => {
    expect(rulesBroken({ [file]: `import { x } from '${request}';` })).toEqual([]);
  });

  it('are broken by files that need each other, through any number of steps', () => {
    const files = {
      'api/src/platform/a.ts': "import './b.ts';",
      'api/src/platform/b.ts': "import './c.ts';",
      'api/src/platform/c.ts': "import './a.ts';",
    };
    expect(rulesBroken(files)).toEqual(['no-circle']);
    const types = "import type { A } from './a.ts';";
    expect(rulesBroken({ ...files, 'api/src/platform/c.ts': types })).toEqual([]);
    const lazy = "export const a = () => import('./a.ts');";
    expect(rulesBroken({ ...files, 'api/src/platform/c.ts': lazy })).toEqual([]);
  });

  it('keep zod out of every page, whichever file it comes through, but let types in and forms ask for it', () => {
    const contract = { 'contracts/src/loans.ts': "import { z } from 'zod';" };
    const page = 'web/src/features/loans/a.ts';
    const load = "import { loan } from '@bursar/contracts/loans';";
    const types = "import type { Loan } from '@bursar/contracts/loans';";
    expect(rulesBroken({ ...contract, [page]: load })).toEqual(['no-zod-in-browser']);
    expect(rulesBroken({ ...contract, [page]: types })).toEqual([]);
    const lazy = "export const contract = () => import('@bursar/contracts/loans');";
    expect(rulesBroken({ ...contract, [page]: lazy })).toEqual([]);
    const between = { 'contracts/src/routes.ts': "import { loan } from './loans.ts';" };
    const routes = "import { routes } from '@bursar/contracts/routes';";
    expect(rulesBroken({ ...contract, ...between, [page]: routes })).toEqual(['no-zod-in-browser']);
  });

  it('order features that exist, each once', () => {
    const folders = readdirSync(join(homeFolder, 'api/src/features'));
    expect(featureOrder.filter((name) => !folders.includes(name))).toEqual([]);
    expect([...new Set(featureOrder)]).toEqual(featureOrder);
  });

  it('name the file, the line, what it imports and why not', () => {
    const root = checkoutOf({ 'web/src/lib/a.ts': "\n\nimport '@bursar/api/server';" });
    expect(checkBoundaries(root).map(({ sentence }) => sentence)).toEqual([
      'web/src/lib/a.ts:3 imports api/src/server.ts: the browser knows the contracts, never the server.',
    ]);
  });
});
