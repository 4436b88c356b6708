import type { Import } from './read-imports.ts';

/** A direction that no import may take. `$1` in `unless` is what `from` matched first. */
export type BoundaryRule = {
  readonly name: string;
  readonly why: string;
  readonly from: RegExp;
  readonly to: RegExp;
  readonly unless?: string;
};

/** A feature of the API may call those before it; a new one declares its place here. */
export const featureOrder = [
  'accounts',
  'second-factor',
  'notices',
  'approvals',
  'ledger',
  'days-off',
  'products',
  'loans',
  'loan-parties',
  'promises',
  'contacts',
  'payments',
  'write-offs',
  'charges',
  'credit',
  'reschedules',
  'invoices',
  'papers',
  'assignments',
  'handovers',
  'work',
  'tags',
  'notes',
  'documents',
  'internal-mail',
  'chats',
  'borrowers',
  'visitors',
  'mails',
  'staff',
  'teams',
  'call-centres',
  'profile',
  'income',
  'imports',
  'applications',
  'bank-files',
  'dashboard',
  'finance',
  'analytics',
  'closings',
  'collateral',
  'calendar',
  'tasks',
  'search',
  'audit',
  'books',
  'backups',
];

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
  {
    name: 'web-features-stay-apart',
    why: 'features do not import each other: a route in app composes them',
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/features\//,
    unless: '^web/src/features/$1/',
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
  ...featureOrder.map((feature, place) => ({
    name: 'api-feature-order',
    why: `${feature} may call the features before it in featureOrder, and no other`,
    from: new RegExp(`^api/src/features/${feature}/(?!.*\\.test\\.ts$)`),
    to: /^api\/src\/features\//,
    unless: `^api/src/features/(${featureOrder.slice(0, place + 1).join('|')})/`,
  })),
  {
    name: 'api-feature-without-a-place',
    why: 'a feature that calls another declares its place in featureOrder',
    from: new RegExp(
      `^api/src/features/(?!(?:${featureOrder.join('|')})/|.*\\.test\\.ts$)([^/]+)/`,
    ),
    to: /^api\/src\/features\//,
    unless: '^api/src/features/$1/',
  },
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
