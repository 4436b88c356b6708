import { type PagePath, routes } from '@bursar/contracts/routes';

/** The parents of pages in the menus. */
export type MenuSection =
  | 'dashboard'
  | 'lending'
  | 'callCentres'
  | 'apps'
  | 'components'
  | 'elements'
  | 'tables'
  | 'forms'
  | 'pages'
  | 'auth'
  | 'more';

const sectionOfSegment: Readonly<Record<string, MenuSection>> = {
  analytics: 'dashboard',
  finance: 'dashboard',
  crypto: 'dashboard',
  applications: 'lending',
  products: 'lending',
  approvals: 'lending',
  'bank-files': 'lending',
  letters: 'lending',
  components: 'components',
  elements: 'elements',
  tables: 'tables',
  datatables: 'tables',
  forms: 'forms',
  users: 'pages',
};

/**
 * Returns a page's section; undefined for the home page, error pages and the pages of the roles'
 * own work.
 */
export function sectionOf(path: PagePath): MenuSection | undefined {
  const { group } = routes[path];
  if (path === '/' || group === 'product' || group === 'error') return undefined;
  if (group === 'apps' || group === 'pages' || group === 'auth') return group;
  if (path.includes('call-center')) return 'callCentres';
  return sectionOfSegment[segmentOf(path)] ?? 'more';
}

const helpPages: readonly PagePath[] = [
  '/pages/knowledge-base',
  '/pages/faq',
  '/pages/contact-us-boxed',
];

/**
 * Returns whether a page is only for demonstration: components, states such as an error, and the
 * variants of visitors' pages, such as sign-up.
 */
export function isDemoPage(path: PagePath): boolean {
  const { group } = routes[path];
  if (path === '/users/profile' || helpPages.includes(path)) return false;
  return group === 'gallery' || group === 'pages' || group === 'auth';
}

function segmentOf(path: string): string {
  return path.split('/')[1] ?? '';
}
