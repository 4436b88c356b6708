import { type PagePath, pagePaths } from '@bursar/contracts/routes';
import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';
import { productPages } from './product-routes.ts';

/** The pages that most visits open, and those of the roles' own work. */
const firstPages: readonly Page[] = [
  ...(['/auth/boxed-signin', '/login'] as const).map((path) => ({
    path,
    namespaces: ['sign-in', 'failures'],
    load: () => import('../features/access/sign-in/SignInPage.tsx').then((m) => m.SignInPage),
  })),
  {
    path: '/',
    namespaces: ['dashboard', 'work-queue'],
    isLight: true,
    load: () => import('./pages/HomePage.tsx').then((m) => m.openHome()),
  },
  ...(['/chart', '/agentgraph', '/agentchart'] as const).map((path) => ({
    path,
    namespaces: ['income'],
    load: () => import('../features/reporting/income/IncomePage.tsx').then((m) => m.IncomePage),
  })),
  ...productPages,
];

/**
 * All pages. To add one, write it in its feature, add its address to `@bursar/contracts/routes`
 * (access, layout, title) and its import and namespaces to `further-pages.ts`. Its title's text is
 * `title.*` in `app.json`, or in `gallery.json` for the gallery. The menus follow from the address.
 */
export const pages: readonly Page[] = [
  ...firstPages,
  ...pagePaths.filter((path) => !firstPages.some((page) => page.path === path)).map(furtherPage),
];

/** Returns the page of an address, or the not-found page. */
export function pageAt(address: string): Page | undefined {
  const exact = pages.find(({ path }) => path === address);
  if (exact) return exact;
  // Otherwise the address has a record's id, capitals or a slash at the end.
  const all = pages.map((page) => ({ path: page.path, page }));
  return matchRoutes(all, address)?.[0]?.route.page;
}

export type Page = {
  readonly path: PagePath;
  /** The page's translation namespaces, loaded together with its code. */
  readonly namespaces: readonly string[];
  /** True if the first view needs no Mantine, so that the page does not wait for its code. */
  readonly isLight?: boolean;
  /**
   * True if `pages/prefetch-queries.ts` prefetches the page's first rows in parallel with its code.
   */
  readonly prefetchesQuery?: boolean;
  readonly load: () => Promise<ComponentType>;
};

/**
 * Returns a page that few visits open. Its import is in another chunk than the first pages, so that
 * it does not make theirs larger.
 */
function furtherPage(path: PagePath): Page {
  return {
    path,
    namespaces: [],
    load: () => import('./further-pages.ts').then((m) => m.loadFurtherPage(path)),
  };
}
