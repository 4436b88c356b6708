import type { Role } from '@bursar/contracts/roles';
import { paths } from '../../lib/paths.ts';

/** A part of a page, or an action on it, that the palette offers by its own name. */
export type PalettePlace = {
  readonly key: (typeof placeKeys)[number];
  readonly path: string;
  readonly isAction: boolean;
};

const placeKeys = [
  'importTape',
  'createPortfolio',
  'queue',
  'borrowers',
  'rules',
  'company',
  'portfolioSettings',
  'mail',
  'security',
  'webhooks',
  'data',
] as const;

const place = (key: PalettePlace['key'], path: string): PalettePlace => ({
  key,
  path,
  isAction: false,
});
const action = (key: PalettePlace['key'], path: string): PalettePlace => ({
  key,
  path,
  isAction: true,
});

const everyone = [place('borrowers', paths.borrowers()), place('rules', paths.officeRules())];

/** The places of a role that have no page of their own. */
export const palettePlaces: Readonly<Record<Role, readonly PalettePlace[]>> = {
  admin: [
    action('createPortfolio', paths.createPortfolio()),
    place('company', paths.settings('company')),
    place('portfolioSettings', paths.settings('portfolio')),
    place('mail', paths.settings('mail')),
    place('security', paths.settings('security')),
    place('webhooks', paths.settings('webhooks')),
    place('data', paths.settings('data')),
    ...everyone,
  ],
  user: [
    action('importTape', paths.importTape()),
    place('portfolioSettings', paths.settings('portfolio')),
    place('webhooks', paths.settings('webhooks')),
    ...everyone,
  ],
  team: everyone,
  agent: [place('queue', paths.todaysQueue()), ...everyone],
};

/** The pages that have further search terms, under `synonyms` in the translations of `palette`. */
export const pagesWithSynonyms: ReadonlySet<string> = new Set([
  '/',
  '/analytics',
  '/finance',
  '/crypto',
  '/chart',
  '/agentgraph',
  '/agentchart',
  '/users',
  '/create-user',
  '/allteam',
  '/allagent',
  '/team',
  '/teams/create',
  '/agent',
  '/agent/add',
  '/loan',
  '/assignloan',
  '/allloan',
  '/agentloan',
  '/assignteam',
  '/allassign',
  '/assignagent',
  '/applications',
  '/applications/create',
  '/products',
  '/products/create',
  '/approvals',
  '/bank-files',
  '/letters',
  '/roles',
  '/role-and-permission',
  '/about',
  '/settings',
  '/pages/knowledge-base',
  '/pages/faq',
  '/pages/contact-us-boxed',
  '/users/profile',
  '/apps/chat',
  '/apps/mailbox',
  '/apps/todolist',
  '/apps/notes',
  '/apps/scrumboard',
  '/apps/contacts',
  '/apps/calendar',
  '/apps/invoice/list',
  '/apps/invoice/add',
  '/call-centers',
  '/call-center-presets',
  '/call-center-patients',
  '/call-center-members',
  '/call-center-roles',
]);
