import { type RouteFacts, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { isServerPreparing } from '../lib/maintenance.ts';
import { paths } from '../lib/paths.ts';
import { frameNamespaces } from './preload-translations.ts';
import { untilFirstAnswer } from './first-answer.ts';
import { admit } from './guards.ts';
import { prefetchBeforeFrame } from './prefetch-pages.ts';
import { GuardWaiting, RootLayout, type RouteHandle } from './RootLayout.tsx';
import { PageErrorScreen, RouterErrorScreen } from './RouterErrorScreen.tsx';
import { type Page, pages } from './routes.ts';
import { pageTitle } from './titles.ts';

/** Creates the router; the page at the current address starts to load at once. */
export function createAppRouter() {
  const maintenance = pages.find(({ path }) => path === paths.maintenance);
  if (isServerPreparing() && maintenance) {
    const anywhere = { ...pageRoute(maintenance), path: '*' };
    return createBrowserRouter([{ ...root, children: [anywhere] }]);
  }
  const framed = pages.filter((page) => routes[page.path].layout === 'default');
  const alone = pages.filter((page) => routes[page.path].layout === 'blank');
  return createBrowserRouter([
    {
      ...root,
      children: [
        {
          ...loadedRoute(roles, frameNamespaces, () =>
            import('./shell/Shell.tsx').then((m) => m.Shell),
          ),
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

const root = {
  Component: RootLayout,
  ErrorBoundary: RouterErrorScreen,
  HydrateFallback: GuardWaiting,
};

function pageRoute(page: Page): RouteObject {
  const { access, layout } = routes[page.path];
  const ask = page.prefetchesQuery ? () => prefetchBeforeFrame(page.path) : undefined;
  return {
    path: page.path,
    handle: { title: pageTitle(page.path) } satisfies RouteHandle,
    ErrorBoundary: layout === 'default' ? PageErrorScreen : RouterErrorScreen,
    ...loadedRoute(access, page.namespaces, page.load, ask),
  };
}

/**
 * A route whose component loads on demand. The guard runs first, so that nothing loads for a
 * visitor
 * who may not open the page. Component, translations and the first query then load in parallel.
 */
function loadedRoute(
  access: RouteFacts['access'],
  namespaces: readonly string[],
  load: () => Promise<ComponentType>,
  ask?: () => Promise<void>,
) {
  let Loaded: ComponentType | undefined;
  return {
    async loader({ request }: { request: Request }) {
      admit(access);
      const asked = new URL(request.url).search === '' ? ask?.() : undefined;
      [Loaded] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
      if (asked) await untilFirstAnswer(asked);
      return null;
    },
    // The router renders a route only after its loader.
    Component: () => (Loaded ? <Loaded /> : null),
  };
}
