import { randomUUID } from 'node:crypto';
import {
  test as base,
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

/** A user with their own browser. */
export type Visitor = Watch & { readonly page: Page; readonly context: BrowserContext };

type JourneyFixtures = {
  /**
   * A portfolio for this journey: a manager and two teams with a desk and two agents each, without
   * loans.
   */
  readonly portfolio: TestPortfolio;
  /** Opens a browser for an account, or for a signed-out visitor. */
  readonly visit: (account?: TestAccount, options?: BrowserContextOptions) => Promise<Visitor>;
  /**
   * Bursar in its own process, for journeys that kill it. They pass its address to `visit` as
   * `baseURL`.
   */
  readonly product: Product;
};

type WorkerFixtures = { readonly stack: Stack; readonly admin: TestAccount };

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
  visit: async ({ browser, stack }, use) => {
    const visitors: Visitor[] = [];
    await use(async (account, options) => {
      const context = await browser.newContext(options);
      const address = options?.baseURL ?? stack.address;
      const watch = watchVisitor(context, address);
      if (account) await openSession(context, { email: account.email, address });
      const visitor = { ...watch, context, page: await context.newPage() };
      visitors.push(visitor);
      return visitor;
    });
    for (const { context, verify } of visitors) {
      await context.close();
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

/** Returns a tag that is short enough for the names of people and portfolios. */
export function newTag(): string {
  return randomUUID().slice(0, 8);
}
