import { type PagePath, pagePaths } from '@bursar/contracts/routes';
import type { ComponentType } from 'react';
import { productPages } from './product-routes.ts';

/** The pages that most visits open, and those of the roles' own work. */
const firstPages: readonly Page[] = [
  ...(['/auth/boxed-signin', '/login'] as const).map((path) => ({
    path,
    words: ['sign-in', 'failures'],
    load: () => import('../features/access/sign-in/SignInPage.tsx').then((m) => m.SignInPage),
  })),
  {
    path: '/',
    words: ['dashboard', 'work'],
    isLight: true,
    load: () => import('./pages/HomePage.tsx').then((m) => m.HomePage),
  },
  ...(['/chart', '/agentgraph', '/agentchart'] as const).map((path) => ({
    path,
    words: ['income'],
    load: () => import('../features/reporting/income/IncomePage.tsx').then((m) => m.IncomePage),
  })),
  ...productPages,
];

/**
 * Every page there is. To add one: write it in its feature, put its address into
 * `@bursar/contracts/routes`, and name it in `further-pages.ts` with its words (the namespaces it
 * reads) and where it lies. Who may open it, in which layout and under which title is said there;
 * the title's words are `title.*` in `app.json`, of the gallery's parts in `gallery.json`. The menus
 * follow from the address.
 */
export const pages: readonly Page[] = [
  ...firstPages,
  ...pagePaths.filter((path) => !firstPages.some((page) => page.path === path)).map(furtherPage),
];

export type Page = {
  readonly path: PagePath;
  /** The namespaces of its words, read together with the page itself. */
  readonly words: readonly string[];
  /** Draws its first view without Mantine, whose code it then does not wait for. */
  readonly isLight?: boolean;
  /** Its first rows are asked for beside its code: `pages/first-questions.ts` knows them. */
  readonly asksFirst?: boolean;
  readonly load: () => Promise<ComponentType>;
};

/** A page that few visits open: where it lies is fetched with it, not with the first page. */
function furtherPage(path: PagePath): Page {
  return {
    path,
    words: [],
    load: () => import('./further-pages.ts').then((m) => m.loadFurtherPage(path)),
  };
}
