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

/** The ids that `arrangeBook` returns, for use in addresses. */
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

/** The addresses of pages of a record; `arrangeBook` provides the ids in braces. */
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

/** Pages whose address is not their path. */
const otherAddresses: Partial<Record<PagePath, string>> = {
  ...recordAddresses,
  '*': '/no/such/page',
};

/** Further states of a page, by their query. */
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
  '/letters': ['tab=steps', 'tab=templates'],
  '/about': ['tab=audit', 'tab=translations'],
  '/auth/cover-password-reset': ['token=used'],
};

/** Pages that look different for each of these roles; any other page is checked by one role. */
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
 * Returns the roles for which a page is checked in full. For other roles the journeys only open it
 * and read its title. Pages outside the frame are checked for a visitor, so they have no role.
 */
export function lookersAt(path: PagePath): readonly Role[] {
  if (routes[path].layout === 'blank') return [];
  const own = looksOwn[path];
  if (own !== undefined) return own;
  const admitted = roles.filter((role) => admits(path, role));
  // Pages that are open to all roles are distributed among them.
  const place = Math.max(0, openToAll.indexOf(path)) % Math.max(1, admitted.length);
  return admitted.slice(place, place + 1);
}

/**
 * Returns the address of a page and those of its further states, with names in braces. The path
 * without a record is the last one, if the page opens without a record.
 */
export function addressesOf(path: PagePath): readonly [string, ...string[]] {
  const own = otherAddresses[path] ?? path;
  const joint = own.includes('?') ? '&' : '?';
  const further = (states[path] ?? []).map((state) => `${own}${joint}${state}`);
  return opensWithoutRecord(path) ? [own, ...further, path] : [own, ...further];
}

/** Without a record in its address, this page redirects to the newest record. */
const opensNewest: PagePath = '/apps/invoice/preview';

/**
 * Returns true if the record of a page is in the query of its address, so that the path alone opens
 * the page without a record.
 */
export function opensWithoutRecord(path: PagePath): boolean {
  return path !== opensNewest && (otherAddresses[path]?.startsWith(`${path}?`) ?? false);
}

/** Returns the pages of a layout: in the frame or outside it. */
export function pagesIn(layout: RouteFacts['layout']): readonly PagePath[] {
  return pagePaths.filter((path) => routes[path].layout === layout);
}

export function admits(path: PagePath, role: Role): boolean {
  return routeAdmits(routes[path].access, role);
}

/** Opens an address and waits until its page has loaded. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
}

/** Expects the page's heading and no element that is still loading. */
export async function expectSettled(page: Page): Promise<void> {
  // Wait in the page first, because each retry of an `expect` describes the whole page.
  const isSettled = page.waitForFunction(
    (busy) => document.querySelector('main h1') && document.querySelector(busy) === null,
    onItsWay,
    { timeout: 40_000 },
  );
  await isSettled.catch(() => undefined);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator(onItsWay)).toHaveCount(0);
}

/** Matches loading states, except in the gallery's examples, which may show them. */
export const onItsWay = '#loader, :is([aria-busy=true], [data-skeleton]):not([data-example] *)';

/** Returns the address of a page, with ids in place of the names in braces. */
export function addressOf<Name extends string>(
  path: string,
  ids: Readonly<Record<Name, string>>,
): string {
  // A missing name gives an address that no page has.
  return path.replaceAll(/\{(\w+)\}/g, (_, name: Name) => ids[name]);
}
