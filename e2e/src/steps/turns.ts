import { expect, type Page } from '@playwright/test';
import { type PagePath, routes } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import type { Language } from './themes.ts';
import { onItsWay } from './pages.ts';
import { titleOf } from './translated-text.ts';

/** The English headings that share no word with the title of their page. */
const headings: Partial<Record<PagePath, string>> = {
  '/': 'Sales',
  '/agent': 'Agent',
  '/allteam': 'All Teams',
  '/allagent': 'All Agent',
  '/loan': 'Unassign Loans',
  '/assignloan': 'Assign Loans',
  '/allloan': 'All Loans',
  '/agentloan': 'Unassign Loans',
  '/assignteam': 'Assigned Loans',
  '/allassign': 'All Loans',
  '/assignagent': 'Loans',
  '/pages/maintenence': 'Bursar is under maintenance',
  '/pages/error404': 'This page does not exist',
  '/pages/error500': 'The server could not complete this request',
  '/pages/error503': 'Bursar is temporarily unavailable',
  '/auth/boxed-lockscreen': 'Lock this screen\\?',
  '/auth/cover-lockscreen': 'Lock this screen\\?',
  '/auth/boxed-password-reset': 'Password Reset',
  '/auth/cover-password-reset': 'Password Reset',
  '/unauthorized': 'Your role has no access to this page',
  '*': 'This page does not exist',
};

/** Headings that only some roles see; a visitor has no role. */
const ownHeadings: Partial<Record<Role | 'visitor', Partial<Record<PagePath, string>>>> = {
  agent: { '/': 'Today’s work' },
  visitor: {
    '/auth/boxed-lockscreen': 'You are not signed in',
    '/auth/cover-lockscreen': 'You are not signed in',
    '/unauthorized': 'Sign in to open this page',
  },
};

type Reader = {
  readonly role?: Role;
  readonly language: Language;
  /** True if the address names no record: the tab title is then the route's title. */
  readonly namesNone?: boolean;
};
type Name = { readonly pathname: string; readonly title: string; readonly heading: string };
type Shown = Name & { readonly isStill: boolean };
/**
 * The expected page, with its heading as a pattern. Null means unknown: the tab title of a record
 * is the record's name.
 */
type Due = {
  readonly pathname: string | null;
  readonly title: string | null;
  readonly heading: string;
};

/** Navigates within the open page, as a link does, and waits for the page. */
export async function turnToPage(
  page: Page,
  address: string,
  { path, ...reader }: Reader & { readonly path: PagePath },
): Promise<void> {
  await expectArrival(page, { address, due: dueAt(path, reader) });
}

/** Expects the page's title in the tab and its heading, and nothing that is still loading. */
export async function expectNamed(page: Page, path: PagePath, reader: Reader): Promise<void> {
  await expectArrival(page, { address: null, due: dueAt(path, reader) });
}

function dueAt(path: PagePath, { role, language, namesNone = false }: Reader): Due {
  const pathname = path.includes(':') || path === '*' ? null : path;
  const title = titleOf(path, language);
  if ('isRecord' in routes[path]) {
    return { pathname, title: namesNone ? `${title} · Bursar` : null, heading: '.' };
  }
  const own = ownHeadings[role ?? 'visitor']?.[path] ?? headings[path];
  const loosely = title.match(/\p{L}{3,}/gu)?.join('|') ?? title;
  const inEnglish = own === undefined ? loosely : `^${own}$`;
  // Arabic inflects words, so a title and a heading seldom share a word.
  const heading = language === 'en' ? inEnglish : '.';
  return { pathname, title: `${title} · Bursar`, heading };
}

type Arrival = { readonly address: string | null; readonly due: Due };

async function expectArrival(page: Page, { address, due }: Arrival): Promise<void> {
  const shown = await page.evaluate(arrive, { address, due, onItsWay });
  const { pathname, heading } = shown;
  expect(shown, address ?? pathname).toEqual({
    pathname: due.pathname ?? pathname,
    title: due.title ?? `${heading} · Bursar`,
    heading: expect.stringMatching(new RegExp(due.heading, 'i')),
    isStill: true,
  });
}

/** Runs in the page: navigates, waits for the expected state, and returns what is shown. */
async function arrive({
  address,
  due,
  onItsWay: busy,
}: Arrival & { readonly onItsWay: string }): Promise<Shown> {
  const headingNow = () => document.querySelector('main h1');
  const before = address === null ? null : headingNow();
  const asked = address === null ? null : new URL(address, location.origin).pathname;
  if (address !== null) {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }
  const shown = (): Shown => ({
    pathname: location.pathname,
    title: document.title,
    heading: headingNow()?.textContent ?? '',
    isStill: document.querySelector(busy) === null,
  });
  const isThere = () => {
    const { pathname, title, heading, isStill } = shown();
    // An address may redirect to the page that is open: only the pathname then differs.
    const hasTurned = headingNow() !== before || pathname !== asked;
    return (
      hasTurned &&
      pathname === (due.pathname ?? pathname) &&
      title === (due.title ?? `${heading} · Bursar`) &&
      new RegExp(due.heading, 'i').test(heading) &&
      isStill
    );
  };
  const end = performance.now() + 10_000;
  while (!isThere() && performance.now() < end) await new Promise(requestAnimationFrame);
  return shown();
}
