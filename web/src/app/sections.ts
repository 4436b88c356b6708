import { type PagePath, routes } from '@bursar/contracts/routes';

/** The parents of the demo pages in the menus. */
export type DemoSection =
  | 'dashboard'
  | 'callCentres'
  | 'apps'
  | 'components'
  | 'elements'
  | 'tables'
  | 'forms'
  | 'pages'
  | 'auth'
  | 'more';

const sectionOfSegment: Readonly<Record<string, DemoSection>> = {
  analytics: 'dashboard',
  finance: 'dashboard',
  crypto: 'dashboard',
  components: 'components',
  elements: 'elements',
  tables: 'tables',
  datatables: 'tables',
  forms: 'forms',
  users: 'pages',
};

/** Returns a demo page's section; a role's own pages are in its own menu. */
export function sectionOf(path: PagePath): DemoSection | undefined {
  const { group } = routes[path];
  if (path === '/' || group === 'product' || group === 'error') return undefined;
  if (group === 'apps' || group === 'pages' || group === 'auth') return group;
  if (path.includes('call-center')) return 'callCentres';
  return sectionOfSegment[segmentOf(path)] ?? 'more';
}

function segmentOf(path: string): string {
  return path.split('/')[1] ?? '';
}
