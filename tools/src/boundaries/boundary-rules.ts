import type { Import } from './read-imports.ts';

/** A forbidden import direction. `$1` in `unless` is replaced by the first group of `from`. */
export type BoundaryRule = {
  readonly name: string;
  readonly why: string;
  readonly from: RegExp;
  readonly to: RegExp;
  readonly unless?: string;
};

/** A module of the API may call the modules before it. */
export const moduleOrder = [
  'access',
  'servicing',
  'records',
  'distribution',
  'collections',
  'intake',
  'reporting',
  'office',
  'control',
];

/** Inside servicing a folder may call the folders before it. */
export const servicingOrder = [
  'ledger',
  'business-calendar',
  'products',
  'loan-account',
  'loan-lists',
  'charges',
  'loans',
  'promises',
  'payments',
  'write-offs',
  'unapplied-funds',
  'reschedules',
  'settlements',
];

/** Inside the bank files a folder may call the folders before it. */
export const bankFilesOrder = ['read', 'match', 'stored', 'decide', 'post', 'returns'];

/** Web folders that the features of their module, and of the modules after it, may import. */
export const sharedWebFolders = [
  'access/audit-events',
  'servicing/loan-account',
  'records/loan-parties',
  'distribution/people',
];

const modules = moduleOrder.join('|');

/** Matches the shared web folders that a feature of `module` may import. */
const sharedUpTo = (module: string): string => {
  const allowed = moduleOrder.slice(0, moduleOrder.indexOf(module) + 1);
  return sharedWebFolders
    .filter((folder) => allowed.includes(folder.split('/')[0] ?? ''))
    .join('|');
};

const workspaceRules: readonly BoundaryRule[] = [
  {
    name: 'web-never-meets-api',
    why: 'the browser knows the contracts, never the server',
    from: /^web\//,
    to: /^(api|tools|e2e|bench)\//,
  },
  {
    name: 'api-never-meets-web',
    why: 'the server knows the contracts, never the browser or a tool',
    from: /^api\//,
    to: /^(web|tools|e2e|bench)\//,
  },
  {
    name: 'contracts-know-loan-maths-alone',
    why: 'both ends read the contracts, which depend on neither',
    from: /^contracts\//,
    to: /^(web|api|tools|e2e|bench)\//,
  },
  {
    name: 'loan-maths-imports-nothing',
    why: 'it is pure: no package, no Node, no other workspace',
    from: /^loan-maths\/src\/(?!testing\/|.*\.test\.ts$)/,
    to: /^(?!loan-maths\/src\/)/,
  },
  {
    name: 'tools-know-no-browser',
    why: 'tools drive the web as a built product, through its address',
    from: /^(tools|bench|e2e)\//,
    to: /^web\//,
  },
];

const webRules: readonly BoundaryRule[] = [
  {
    name: 'web-app-is-the-top',
    why: 'app alone joins features, and nothing below knows it',
    from: /^web\/src\/(features|ui|lib)\//,
    to: /^web\/src\/app\//,
  },
  ...moduleOrder.map((module) => ({
    name: 'web-features-stay-apart',
    why: 'a feature imports only the sharedWebFolders of its module and those before it',
    from: new RegExp(`^web/src/features/(${module}/[^/]+)/`),
    to: /^web\/src\/features\//,
    unless: `^web/src/features/($1|${sharedUpTo(module)})/`,
  })),
  {
    name: 'web-features-stay-apart',
    why: 'the gallery imports only the sharedWebFolders',
    from: /^web\/src\/features\/gallery\//,
    to: /^web\/src\/features\//,
    unless: `^web/src/features/(gallery|${sharedWebFolders.join('|')})/`,
  },
  {
    name: 'web-module-unknown',
    why: 'every feature belongs to a module of moduleOrder; only the gallery has its own place',
    from: new RegExp(`^web/src/features/(?!gallery/|(?:${modules})/[^/]+/)`),
    to: /^/,
  },
  {
    name: 'web-ui-knows-no-feature',
    why: 'look-only parts know no feature, session or API',
    from: /^web\/src\/ui\/(?!.*\.browser-test\.tsx$)/,
    to: /^web\/src\/(features|lib)\/|^contracts\//,
  },
  {
    name: 'web-lib-knows-no-feature',
    why: 'what every feature stands on depends on none of them, nor on looks',
    from: /^web\/src\/lib\//,
    to: /^web\/src\/(features|ui)\//,
  },
];

const apiRules: readonly BoundaryRule[] = [
  {
    name: 'api-app-is-the-top',
    why: 'the app alone joins features, and nothing below knows it',
    from: /^api\/src\/(features|platform|seed)\/(?!.*\.test\.ts$)/,
    to: /^api\/src\/(app|server)\.ts$/,
  },
  {
    name: 'api-platform-knows-no-feature',
    why: 'what every feature stands on depends on none of them',
    from: /^api\/src\/platform\/(?!.*\.test\.ts$)/,
    to: /^api\/src\/(features|seed)\//,
  },
  {
    name: 'api-features-know-no-seed',
    why: 'the demo is made of features, never the other way round',
    from: /^api\/src\/features\/(?!.*\.test\.ts$)/,
    to: /^api\/src\/seed\//,
  },
  ...moduleOrder.map((module, place) => ({
    name: 'api-module-order',
    why: `${module} may call the modules before it in moduleOrder, and no other`,
    from: new RegExp(`^api/src/features/${module}/(?!.*\\.test\\.ts$)`),
    to: /^api\/src\/features\//,
    unless: `^api/src/features/(${moduleOrder.slice(0, place + 1).join('|')})/`,
  })),
  {
    name: 'api-module-unknown',
    why: 'every feature belongs to one of the modules in moduleOrder',
    from: new RegExp(`^api/src/features/(?!(?:${modules})/[^/]+/)`),
    to: /^/,
  },
  ...servicingOrder.map((folder, place) => ({
    name: 'api-servicing-order',
    why: `${folder} may call the folders before it in servicingOrder, and no other of servicing`,
    from: new RegExp(`^api/src/features/servicing/${folder}/(?!.*\\.test\\.ts$)`),
    to: /^api\/src\/features\/servicing\//,
    unless: `^api/src/features/servicing/(${servicingOrder.slice(0, place + 1).join('|')})/`,
  })),
  {
    name: 'api-servicing-unknown',
    why: 'a folder of servicing declares its place in servicingOrder',
    from: new RegExp(`^api/src/features/servicing/(?!(?:${servicingOrder.join('|')})/)`),
    to: /^/,
  },
  ...bankFilesOrder.map((folder, place) => ({
    name: 'api-bank-files-order',
    why: `${folder} may call the folders before it in bankFilesOrder, and no other of bank-files`,
    from: new RegExp(`^api/src/features/intake/bank-files/${folder}/(?!.*\\.test\\.ts$)`),
    to: /^api\/src\/features\/intake\/bank-files\//,
    unless: `^api/src/features/intake/bank-files/((bank-file-keys|chunked).ts$|(${bankFilesOrder.slice(0, place + 1).join('|')})/)`,
  })),
];

const everywhereRules: readonly BoundaryRule[] = [
  {
    name: 'product-knows-no-test',
    why: 'what runs at a lender contains nothing made for tests',
    from: /^(loan-maths|contracts|api|web|tools)\/src\/(?!testing\/|.*\.test\.tsx?$)/,
    to: /^[a-z-]+\/src\/testing\//,
  },
  {
    name: 'no-drawer-folders',
    why: 'a folder says what may go in it',
    from: /^/,
    to: /^(?!npm:).*\/(common|shared|utils?|helpers?|misc)\//,
  },
];

export const boundaryRules = [...workspaceRules, ...webRules, ...apiRules, ...everywhereRules];

export function breaksRule(rule: BoundaryRule, { from, to }: Import): boolean {
  const match = rule.from.exec(from);
  if (match === null || !rule.to.test(to)) return false;
  return (
    rule.unless === undefined || !new RegExp(rule.unless.replace('$1', match[1] ?? '')).test(to)
  );
}
