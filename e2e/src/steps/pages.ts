import { expect, type Page } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';

/** The pages that stand outside the frame. */
export const publicPages = [
  '/login',
  '/auth/boxed-signin',
  '/auth/boxed-password-reset',
  '/auth/cover-password-reset?token=used',
  '/auth/cover-login',
  '/auth/boxed-signup',
  '/auth/cover-register',
  '/pages/contact-us-boxed',
  '/pages/contact-us-cover',
  '/pages/coming-soon-boxed',
  '/pages/coming-soon-cover',
  '/auth/boxed-lockscreen',
  '/auth/cover-lockscreen',
  '/unauthorized',
  '/pages/error404',
  '/pages/error500',
  '/pages/error503',
  '/pages/maintenence',
  '/no/such/page',
];

/** Walks through the pages in the frame; a few pages each. What is in braces `arrangeBook` names. */
export const walks: readonly { role: Role; through: string; pages: readonly string[] }[] = [
  {
    role: 'user',
    through: 'the books',
    pages: ['/', '/loan', '/assignloan', '/allloan', '/chart'],
  },
  {
    role: 'user',
    through: 'a loan',
    pages: [
      '/loan-details?id={loan}',
      '/loan-details?id={loan}&tab=payments',
      '/loan-details?id={loan}&tab=assignments',
      '/loan-details?id={loan}&tab=ledger',
      '/loan-details?id={loan}&tab=terms',
    ],
  },
  {
    role: 'user',
    through: 'the people',
    pages: [
      '/team',
      '/teams/create',
      '/edit-team/{team}',
      '/agent',
      '/agent/add',
      '/edit-agent/{agent}',
    ],
  },
  {
    role: 'team',
    through: 'the desk',
    pages: ['/', '/agent', '/agentloan', '/assignteam', '/allassign', '/agentgraph'],
  },
  {
    role: 'agent',
    through: 'the work',
    pages: ['/', '/assignagent', '/agentchart', '/roles', '/about'],
  },
  {
    role: 'agent',
    through: 'their own account',
    pages: ['/users/profile', '/users/profile?tab=security', '/users/profile?tab=notices'],
  },
  {
    role: 'admin',
    through: 'the people',
    pages: ['/', '/users', '/create-user', '/edit-user/{manager}', '/allteam', '/allagent'],
  },
  {
    role: 'admin',
    through: 'the installation',
    pages: [
      '/roles',
      '/role-and-permission',
      '/approvals',
      '/approvals?tab=rules',
      '/about',
      '/about?tab=audit',
      '/about?tab=translations',
      '/apps/mailbox',
    ],
  },
];

/** Goes to an address and waits until all of its page is there. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
}

/** The page has its title, and nothing on it is still on its way. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#loader, [aria-busy=true], [data-skeleton]')).toHaveCount(0);
}

/** The address of a page: what stands in braces is the id of that name. */
export function addressOf<Name extends string>(
  path: string,
  ids: Readonly<Record<Name, string>>,
): string {
  // A name that is not there leaves an address that no page has.
  return path.replaceAll(/\{(\w+)\}/g, (_, name: Name) => ids[name]);
}
