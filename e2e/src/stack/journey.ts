import { randomUUID } from 'node:crypto';
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import {
  arrangeAdmin,
  arrangePortfolio,
  type TestAccount,
  type TestPortfolio,
} from '@bursar/api/testing/arrange';
import { openSession } from './open-session.ts';
import { startProduct, type Product } from './start-product.ts';
import { startStack, type Stack } from './start-stack.ts';
import { watchVisitor, type Watch } from './watch-visitor.ts';
import { windowsOf } from './windows.ts';

/** A user with their own browser. */
export type Visitor = Watch & { readonly page: Page; readonly context: BrowserContext };

type VisitOptions = BrowserContextOptions & {
  /** Opens a window that has loaded nothing yet, for journeys about files of a page or a slow one. */
  readonly isNew?: boolean;
};

type JourneyFixtures = {
  /**
   * A portfolio for this journey: a manager and two teams with a desk and two agents each, without
   * loans.
   */
  readonly portfolio: TestPortfolio;
  /** Opens a browser for an account, or for a signed-out visitor. */
  readonly visit: (account?: TestAccount, options?: VisitOptions) => Promise<Visitor>;
  /** The product in its own process, for journeys that end it; visitors use its address. */
  readonly product: Product;
};

type WorkerFixtures = {
  readonly stack: Stack;
  readonly admin: TestAccount;
  readonly windows: ReturnType<typeof windowsOf>;
};

/** A journey also fails if one of its browsers complains: see `watchVisitor`. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  admin: [async ({ stack }, use) => use(await arrangeAdmin(stack.owner)), { scope: 'worker' }],
  baseURL: async ({ stack }, use) => use(stack.address),
  portfolio: async ({ stack }, use) => use(await arrangePortfolio(stack.owner, newTag())),
  windows: [
    async ({ browser, stack }, use) => use(windowsOf(browser, stack.address)),
    { scope: 'worker' },
  ],
  visit: async ({ browser, stack, windows, viewport }, use, testInfo) => {
    const visitors: (Visitor & { readonly isOwn: boolean })[] = [];
    await use(async (account, { viewport: size = viewport, isNew = false, ...options } = {}) => {
      const isOwn = isNew || Object.keys(options).length > 0;
      const address = options.baseURL ?? stack.address;
      const { context, page } = isOwn
        ? await openOwn(browser, { ...options, viewport: size })
        : await windows.take();
      const watch = watchVisitor(context, address);
      if (!isOwn && size) await page.setViewportSize(size);
      if (account) await openSession(context, { email: account.email, address });
      const visitor = { ...watch, context, page, isOwn };
      visitors.push(visitor);
      return visitor;
    });
    const isClean = testInfo.status === testInfo.expectedStatus;
    for (const { context, page, isOwn, verify } of visitors) {
      if (isOwn) await context.close();
      else await windows.giveBack({ context, page }, { isClean });
      verify();
    }
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  product: async ({}, use) => {
    const product = await startProduct();
    await use(product);
    await product.remove();
  },
});

async function openOwn(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

/** Short enough for the names of people and portfolios. */
export function newTag(): string {
  return randomUUID().slice(0, 8);
}
