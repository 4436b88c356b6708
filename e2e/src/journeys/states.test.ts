import { expect, type Page } from '@playwright/test';
import { type PagePath, routes } from '@bursar/contracts/routes';
import { type Role, roles } from '@bursar/contracts/roles';
import type { TestAccount, TestPortfolio } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { arrangeBook } from '../steps/book.ts';
import { addressesOf, addressOf, lookersAt, onItsWay, openPage, pagesIn } from '../steps/pages.ts';

/** Usually a page takes a second; only a page that never finishes reaches the limit. */
const pageTimeoutMs = 60_000;

/**
 * API paths that the frame reads, and the logo, which browsers replace with its alternative text.
 */
const notOfPage = /\/api\/(session|portfolios|changes|message-batches|company\/logo|.*\/counts)$/;

for (const role of roles) {
  const paths = pagesIn('default').filter((path) => lookersAt(path).includes(role));

  test(`each page of the ${role} says that its answers failed`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(paths.length * pageTimeoutMs);
    const names = await arrangeBook(stack.owner, portfolio);
    const { page, expectComplaint } = await visit(accountOf(role, portfolio, admin));
    expectComplaint(/status of 500/);
    const failedOn = await failReads(page);
    await openPage(page, '/settings');
    for (const [path, address, isOtherPage] of paths.flatMap(stepsThrough)) {
      const shown = await turnTo(page, addressOf(address, names), isOtherPage);
      expect.soft(faultsOf(shown), address).toEqual([]);
      // One block explains several failures.
      expect.soft(shown.explanations, address).toBeLessThan(2);
      const failed = failedOn(page.url());
      if (failed.length === 0) continue;
      const notice = page.getByRole('alert').filter({ hasText: /could not be loaded/ });
      const blocks = page.getByRole('main').getByRole('alert');
      const where = `${path}: ${failed.join(' ')}`;
      await expect.soft(blocks.or(notice).first(), where).toBeVisible();
    }
  });

  test(`each page of the ${role} is complete in an empty portfolio`, async ({
    visit,
    portfolio,
    admin,
  }) => {
    test.setTimeout(paths.length * pageTimeoutMs);
    const { page } = await visit(accountOf(role, portfolio, admin));
    await openPage(page, '/settings');
    for (const path of paths.filter((one) => !('isRecord' in routes[one]))) {
      const shown = await turnTo(page, path, true);
      expect.soft(faultsOf(shown), path).toEqual([]);
      expect.soft(shown.alerts, path).toBe(0);
    }
  });
}

function accountOf(role: Role, { manager, team }: TestPortfolio, admin: TestAccount): TestAccount {
  return { admin, user: manager, team: team.desk, agent: team.agent }[role];
}

/** Returns the addresses of a page and of its other states, and whether each opens another page. */
function stepsThrough(path: PagePath): readonly (readonly [PagePath, string, boolean])[] {
  return addressesOf(path).map((address, at) => [path, address, at === 0] as const);
}

/**
 * Fails each read from now on, except those of `notOfPage`; returns a function that lists the
 * failed reads of a page.
 */
async function failReads(page: Page): Promise<(address: string) => readonly string[]> {
  // Each failed read with the page that made it, because a read may fail after the page was left.
  const failed: { readonly page: string; readonly read: string }[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || notOfPage.test(pathname)) return route.continue();
    failed.push({ page: request.frame().url(), read: pathname });
    return route.fulfill({ status: 500, json: { error: 'unexpected_failure', message: '' } });
  });
  return (address) => failed.filter((one) => one.page === address).map(({ read }) => read);
}

type Shown = {
  readonly isStill: boolean;
  readonly heading: string;
  readonly text: string;
  /** Number of alerts outside the gallery's examples, and number of those with a visible button. */
  readonly alerts: number;
  readonly explanations: number;
};

function faultsOf({ isStill, heading, text }: Shown): readonly string[] {
  const raw = text.match(/undefined|\bNaN\b|\[object|\bInfinity\b|\{\{/);
  return [
    ...(isStill ? [] : ['is still loading']),
    ...(heading.trim() === '' ? ['has no heading'] : []),
    ...(raw ? [`shows ${raw[0]}`] : []),
  ];
}

/** Navigates within the open page, as a link does, and returns what is shown once it is still. */
function turnTo(page: Page, address: string, isOtherPage: boolean): Promise<Shown> {
  return page.evaluate(turn, { address, isOtherPage, onItsWay, timeoutMs: pageTimeoutMs });
}

type Turn = {
  readonly address: string;
  /** False for another state of the same page, which keeps its heading. */
  readonly isOtherPage: boolean;
  readonly onItsWay: string;
  readonly timeoutMs: number;
};

/** Runs in the page. */
async function turn({ address, isOtherPage, onItsWay: busy, timeoutMs }: Turn): Promise<Shown> {
  const heading = () => document.querySelector('main h1');
  const before = heading();
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
  const isStill = () => {
    const hasTurned = !isOtherPage || heading() !== before;
    return heading() !== null && hasTurned && document.querySelector(busy) === null;
  };
  const end = performance.now() + timeoutMs;
  for (let frames = 0; frames < 10 && performance.now() < end;) {
    await new Promise(requestAnimationFrame);
    frames = isStill() ? frames + 1 : 0;
  }
  // Ignores the gallery's examples, which may show failures, and code, which may contain any word.
  const isIn = (element: Element | null, selector: string) => !!element?.closest(selector);
  const alerts = [...document.querySelectorAll('main [role=alert]')].filter(
    (alert) =>
      alert.checkVisibility({ visibilityProperty: true }) && !isIn(alert, '[data-example]'),
  );
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const isRead = isIn(parentElement, 'main') && !isIn(parentElement, 'code, [data-example]');
    if (isRead) texts.push(textContent ?? '');
  }
  return {
    isStill: isStill(),
    heading: heading()?.textContent ?? '',
    text: texts.join(' '),
    alerts: alerts.length,
    explanations: alerts.filter((one) => one.querySelector('button')?.checkVisibility()).length,
  };
}
