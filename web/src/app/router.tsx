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
import { type Page, pageAt, pages } from './routes.ts';
import { pageTitle } from './titles.ts';

/**
 * Creates the router; the page at the current address starts to load at once. The other pages join
 * when they are opened: all their routes would cost a slow phone a tenth of a second at the start.
 */
export function createAppRouter() {
  const maintenance = pages.find(({ path }) => path === paths.maintenance);
  if (isServerPreparing() && maintenance) {
    const anywhere = { ...pageRoute(maintenance), path: '*' };
    return createBrowserRouter([{ ...root, children: [anywhere] }]);
  }
  const opened = pageAt(location.pathname);
  const openedIn = (layout: PageLayout) =>
    opened && layoutOf(opened) === layout ? [pageRoute(opened)] : [];
  const routeTree = {
    ...root,
    children: [
      {
        ...frame,
        children: [{ ...kit, children: openedIn('kit') }, ...openedIn('frame')],
      },
      ...openedIn('root'),
    ],
  };
  return createBrowserRouter([routeTree], {
    patchRoutesOnNavigation({ path, patch }) {
      const page = pageAt(path);
      // The router ignores a route that it has already.
      if (page) patch(layoutOf(page), [pageRoute(page)]);
    },
  });
}

/** The id of the layout route that contains a page's route. */
type PageLayout = 'root' | 'frame' | 'kit';

function layoutOf({ path, isLight }: Page): PageLayout {
  if (routes[path].layout === 'blank') return 'root';
  return isLight ? 'frame' : 'kit';
}

const root = {
  id: 'root',
  Component: RootLayout,
  ErrorBoundary: RouterErrorScreen,
  HydrateFallback: GuardWaiting,
};

const frame = {
  id: 'frame',
  ...loadedRoute(roles, frameNamespaces, () => import('./shell/Shell.tsx').then((m) => m.Shell)),
};

const kit = {
  id: 'kit',
  ErrorBoundary: PageErrorScreen,
  ...loadedRoute(roles, [], () => import('./KitLayout.tsx').then((m) => m.KitLayout)),
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
 * visitor who may not open the page. Component, translations and the first query then load in
 * parallel.
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
      const { pathname, search } = new URL(request.url);
      admit(access, pathname);
      const asked = search === '' ? ask?.() : undefined;
      [Loaded] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
      if (asked) await untilFirstAnswer(asked);
      return null;
    },
    // The router renders a route only after its loader.
    Component: () => (Loaded ? <Loaded /> : null),
  };
}
