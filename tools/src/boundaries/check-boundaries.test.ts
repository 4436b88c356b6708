import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { moduleOrder, servicingOrder } from './boundary-rules.ts';
import { checkBoundaries, workspaces } from './check-boundaries.ts';

/** Creates a checkout with only these files. */
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

const foldersIn = (path: string) =>
  readdirSync(join(homeFolder, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

describe('boundaries', () => {
  it.each([
    ['web/src/lib/a.ts', '@bursar/api/server', 'web-never-meets-api'],
    ['web/src/lib/a.ts', '../../../api/src/server.ts', 'web-never-meets-api'],
    ['api/src/platform/a.ts', '../../../web/src/lib/paths.ts', 'api-never-meets-web'],
    ['api/src/platform/a.ts', '@bursar/tools/start', 'api-never-meets-web'],
    ['contracts/src/a.ts', '@bursar/api/server', 'contracts-know-loan-maths-alone'],
    ['loan-maths/src/a.ts', '@bursar/contracts/servicing/loans', 'loan-maths-imports-nothing'],
    ['loan-maths/src/a.ts', 'node:fs', 'loan-maths-imports-nothing'],
    ['tools/src/a.ts', '@bursar/web/lib/paths', 'tools-know-no-browser'],
    ['web/src/ui/a.ts', '../app/App.tsx', 'web-app-is-the-top'],
    ['web/src/features/office/brand-new/a.ts', '../tasks/b.ts', 'web-features-stay-apart'],
    [
      'web/src/features/servicing/loans/a.ts',
      '../../records/loan-parties/b.ts',
      'web-features-stay-apart',
    ],
    ['web/src/features/brand-new/a.ts', './b.ts', 'web-module-unknown'],
    ['web/src/ui/a.ts', '../features/servicing/loans/b.ts', 'web-ui-knows-no-feature'],
    ['web/src/ui/a.ts', '@bursar/contracts/servicing/loans', 'web-ui-knows-no-feature'],
    ['web/src/lib/a.ts', '../features/servicing/loans/b.ts', 'web-lib-knows-no-feature'],
    ['api/src/features/servicing/loans/a.ts', '../../../app.ts', 'api-app-is-the-top'],
    ['api/src/platform/a.ts', '../features/servicing/loans/b.ts', 'api-platform-knows-no-feature'],
    ['api/src/features/servicing/loans/a.ts', '../../../testing/b.ts', 'product-knows-no-test'],
    ['loan-maths/src/a.ts', './testing/b.ts', 'product-knows-no-test'],
    ['api/src/features/servicing/loans/a.ts', '../../../seed/b.ts', 'api-features-know-no-seed'],
    ['api/src/features/access/accounts/a.ts', '../../servicing/loans/b.ts', 'api-module-order'],
    ['api/src/features/brand-new/a.ts', './b.ts', 'api-module-unknown'],
    ['api/src/features/servicing/loans/a.ts', '../payments/b.ts', 'api-servicing-order'],
    ['api/src/features/servicing/brand-new/a.ts', './b.ts', 'api-servicing-unknown'],
    ['api/src/features/intake/bank-files/match/a.ts', '../post/b.ts', 'api-bank-files-order'],
    ['api/src/platform/a.ts', './helpers/b.ts', 'no-drawer-folders'],
  ])('are broken if %s imports %s', (file, request, rule) => {
    expect(rulesBroken({ [file]: `import { x } from '${request}';` })).toEqual([rule]);
    expect(rulesBroken({ [file]: `export type { X } from '${request}';` })).toEqual([rule]);
    expect(rulesBroken({ [file]: `export const x = () => import('${request}');` })).toEqual([rule]);
  });

  it.each([
    ['web/src/app/a.tsx', '../features/servicing/loans/b.tsx'],
    ['web/src/features/servicing/loans/a.ts', './b.ts'],
    ['web/src/features/servicing/loans/a.ts', '../loan-account/b.ts'],
    ['web/src/features/collections/work-queue/a.ts', '../../records/loan-parties/b.ts'],
    ['web/src/features/servicing/loans/a.ts', '../../../lib/b.ts'],
    ['api/src/features/servicing/payments/a.ts', '../loans/b.ts'],
    ['api/src/features/control/books/a.ts', '../../servicing/loans/b.ts'],
    ['api/src/features/intake/bank-files/match/a.ts', '../bank-file-keys.ts'],
    ['api/src/features/servicing/loans/a.test.ts', '../../../testing/b.ts'],
    ['api/src/features/access/accounts/a.test.ts', '../../servicing/payments/b.ts'],
    ['loan-maths/src/a.test.ts', 'vitest'],
    ['loan-maths/src/testing/a.ts', 'fast-check'],
    ['bench/src/a.ts', '@bursar/api/testing/template-tape'],
    ['contracts/src/a.ts', '@bursar/loan-maths'],
    ['tools/src/a.ts', '@bursar/api/server'],
  ])('hold if %s imports %s', (file, request) => {
    expect(rulesBroken({ [file]: `import { x } from '${request}';` })).toEqual([]);
  });

  it('forbid import cycles of any length', () => {
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

  it('keep zod out of every page through any file, except types and lazy imports of forms', () => {
    const contract = { 'contracts/src/servicing/loans.ts': "import { z } from 'zod';" };
    const page = 'web/src/features/servicing/loans/a.ts';
    const load = "import { loan } from '@bursar/contracts/servicing/loans';";
    const types = "import type { Loan } from '@bursar/contracts/servicing/loans';";
    expect(rulesBroken({ ...contract, [page]: load })).toEqual(['no-zod-in-browser']);
    expect(rulesBroken({ ...contract, [page]: types })).toEqual([]);
    const lazy = "export const contract = () => import('@bursar/contracts/servicing/loans');";
    expect(rulesBroken({ ...contract, [page]: lazy })).toEqual([]);
    const between = { 'contracts/src/routes.ts': "import { loan } from './servicing/loans.ts';" };
    const routes = "import { routes } from '@bursar/contracts/routes';";
    expect(rulesBroken({ ...contract, ...between, [page]: routes })).toEqual(['no-zod-in-browser']);
  });

  it('order the modules that exist, and the folders of servicing', () => {
    expect(foldersIn('api/src/features')).toEqual(moduleOrder.toSorted());
    expect(foldersIn('api/src/features/servicing')).toEqual(servicingOrder.toSorted());
  });

  it.each(moduleOrder)('%s describes each of its folders in its README', (module) => {
    const path = `api/src/features/${module}`;
    const readme = readFileSync(join(homeFolder, path, 'README.md'), 'utf8');
    const described = [...readme.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => String(row[1]));
    expect(described.toSorted()).toEqual(foldersIn(path));
  });

  it('report the file, the line, the import and the reason', () => {
    const root = checkoutOf({ 'web/src/lib/a.ts': "\n\nimport '@bursar/api/server';" });
    expect(checkBoundaries(root).map(({ sentence }) => sentence)).toEqual([
      'web/src/lib/a.ts:3 imports api/src/server.ts: the browser knows the contracts, never the server.',
    ]);
  });
});
