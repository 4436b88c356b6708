import { type RouteFacts, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { frameWords } from './first-words.ts';
import { admit } from './guards.ts';
import { GuardWaiting } from './GuardWaiting.tsx';
import { RootLayout } from './RootLayout.tsx';
import { PageErrorScreen, RouterErrorScreen } from './RouterErrorScreen.tsx';
import type { RouteHandle } from './route-handle.ts';
import { type Page, pages } from './routes.ts';

/** Starts routing: the page at the current address begins to load at once. */
export function createAppRouter() {
  const framed = pages.filter((page) => routes[page.path].layout === 'default');
  const alone = pages.filter((page) => routes[page.path].layout === 'blank');
  return createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: RouterErrorScreen,
      HydrateFallback: GuardWaiting,
      children: [
        {
          ...loadedRoute(roles, frameWords, () => import('./shell/Shell.tsx').then((m) => m.Shell)),
          children: [
            ...framed.filter(({ isLight }) => isLight).map(pageRoute),
            {
              ...loadedRoute(roles, [], () => import('./KitLayout.tsx').then((m) => m.KitLayout)),
              ErrorBoundary: PageErrorScreen,
              children: framed.filter(({ isLight }) => !isLight).map(pageRoute),
            },
          ],
        },
        ...alone.map(pageRoute),
      ],
    },
  ]);
}

function pageRoute(page: Page): RouteObject {
  const { access, layout, title } = routes[page.path];
  return {
    path: page.path,
    handle: { title } satisfies RouteHandle,
    ErrorBoundary: layout === 'default' ? PageErrorScreen : RouterErrorScreen,
    ...loadedRoute(access, page.words, page.load),
  };
}

/**
 * A route whose component loads on demand. The guard comes first, so that nothing of a page is
 * fetched for a visitor who may not open it; component and words are then read side by side.
 */
function loadedRoute(
  access: RouteFacts['access'],
  words: readonly string[],
  load: () => Promise<ComponentType>,
) {
  let Loaded: ComponentType | undefined;
  return {
    async loader() {
      admit(access);
      [Loaded] = await Promise.all([load(), i18next.loadNamespaces(words)]);
      return null;
    },
    // The router draws a route only after its loader.
    Component: () => (Loaded ? <Loaded /> : null),
  };
}
