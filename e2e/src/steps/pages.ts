import { expect, type Page } from '@playwright/test';
import {
  type PagePath,
  pagePaths,
  type RecordPath,
  routeAdmits,
  type RouteFacts,
  routes,
} from '@bursar/contracts/routes';
import { type Role, roles } from '@bursar/contracts/roles';

/** What `arrangeBook` makes for addresses to name. */
export type Names = Readonly<Record<Named, string>>;
type Named =
  | 'agent'
  | 'centre'
  | 'invoice'
  | 'loan'
  | 'manager'
  | 'member'
  | 'patient'
  | 'preset'
  | 'team';

/** How the page of a record is addressed: what is in braces `arrangeBook` has made. */
const recordAddresses: Readonly<Record<RecordPath, `${string}{${Named}}`>> = {
  '/edit-user/:id': '/edit-user/{manager}',
  '/edit-team/:id': '/edit-team/{team}',
  '/edit-agent/:id': '/edit-agent/{agent}',
  '/loan-details': '/loan-details?id={loan}',
  '/call-center-edit': '/call-center-edit?id={centre}',
  '/call-center-presets-edit': '/call-center-presets-edit?id={preset}',
  '/call-center-patients-edit': '/call-center-patients-edit?id={patient}',
  '/edit-call-center-member': '/edit-call-center-member?id={member}',
  '/apps/invoice/preview': '/apps/invoice/preview?id={invoice}',
  '/apps/invoice/edit': '/apps/invoice/edit?id={invoice}',
};

/** An address that is not its path. */
const otherAddresses: Partial<Record<PagePath, string>> = {
  ...recordAddresses,
  '*': '/no/such/page',
};

/** What an open page may also show, by the query that shows it. */
const states: Partial<Record<PagePath, readonly string[]>> = {
  '/loan-details': [
    'tab=payments',
    'tab=charges',
    'tab=activity',
    'tab=contacts',
    'tab=notes',
    'tab=documents',
    'tab=assignments',
    'tab=ledger',
    'tab=audit',
    'tab=terms',
  ],
  '/users/profile': ['tab=security', 'tab=notices'],
  '/approvals': ['tab=rules'],
  '/about': ['tab=audit', 'tab=translations'],
  '/auth/cover-password-reset': ['token=used'],
};

/** Pages that show each of these roles something else; any other is looked at by one role. */
const looksOwn: Partial<Record<PagePath, readonly Role[]>> = {
  '/': roles,
  '/agent': ['user', 'team'],
  '/roles': ['admin', 'agent'],
  '/role-and-permission': ['admin'],
  '/approvals': ['admin'],
  '/about': ['admin', 'agent'],
  '/apps/mailbox': ['admin'],
};

const openToAll = pagesIn('default').filter((path) => roles.every((role) => admits(path, role)));

/**
 * The roles that look at a page in every way there is; the others open it and read its name. At a
 * page that stands alone a visitor looks.
 */
export function lookersAt(path: PagePath): readonly Role[] {
  if (routes[path].layout === 'blank') return [];
  const own = looksOwn[path];
  if (own !== undefined) return own;
  const admitted = roles.filter((role) => admits(path, role));
  // Pages that are open to all are shared out, so that no role has them all to look at.
  const place = Math.max(0, openToAll.indexOf(path)) % Math.max(1, admitted.length);
  return admitted.slice(place, place + 1);
}

/** The page by itself, then in each of its states, with names in braces. */
export function addressesOf(path: PagePath): readonly [string, ...string[]] {
  const own = otherAddresses[path] ?? path;
  const joint = own.includes('?') ? '&' : '?';
  const further = (states[path] ?? []).map((state) => `${own}${joint}${state}`);
  return namesInQuery(path) ? [own, ...further, path] : [own, ...further];
}

/** The page of a record that its query names, so that its path alone names none. */
export function namesInQuery(path: PagePath): boolean {
  return otherAddresses[path]?.startsWith(`${path}?`) ?? false;
}

/** The pages in the shell, or those that stand alone. */
export function pagesIn(layout: RouteFacts['layout']): readonly PagePath[] {
  return pagePaths.filter((path) => routes[path].layout === layout);
}

export function admits(path: PagePath, role: Role): boolean {
  return routeAdmits(routes[path].access, role);
}

/** Goes to an address and waits until all of its page is there. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
}

/** The page has its title, and nothing on it is still on its way. */
export async function expectSettled(page: Page): Promise<void> {
  // Asked in the page first: an `expect` that has to try again describes all of it each time.
  const isSettled = page.waitForFunction(
    (busy) => document.querySelector('main h1') && document.querySelector(busy) === null,
    onItsWay,
    { timeout: 10_000 },
  );
  await isSettled.catch(() => undefined);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator(onItsWay)).toHaveCount(0);
}

/** The gallery's examples may show what waiting looks like. */
export const onItsWay = '#loader, :is([aria-busy=true], [data-skeleton]):not([data-example] *)';

/** The address of a page: what stands in braces is the id of that name. */
export function addressOf<Name extends string>(
  path: string,
  ids: Readonly<Record<Name, string>>,
): string {
  // A name that is not there leaves an address that no page has.
  return path.replaceAll(/\{(\w+)\}/g, (_, name: Name) => ids[name]);
}
