import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { documentTitle } from '../lib/document-title.ts';
import { scrollPlaceOf } from '../ui/scroll/scroll-place.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { dismissPageLoader } from './page-loader.ts';
import { isRouteHandle } from './route-handle.ts';
import { useSessionExpiryRedirect } from './session-expiry.ts';

/** What holds on every page, framed or alone: the tab's title, the connection, where one scrolls. */
export function RootLayout() {
  const title = useRouteTitle();
  useSessionExpiryRedirect();
  useEffect(dismissPageLoader, []);
  return (
    <>
      <ConnectionBar />
      {/* A page that comes without a reload is told to those who do not see it come. */}
      <p className="unseen" aria-live="polite">
        {title}
      </p>
      <Outlet />
      <ScrollRestoration getKey={scrollPlaceOf} />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}

/** Fetched beside the first page, not before it: nothing is said before something was done. */
const Toasts = lazy(loadToasts);

/** Where the connection is lost meanwhile, the page stands without them until it is back. */
async function loadToasts(): Promise<{ default: () => ReactNode }> {
  try {
    return { default: (await import('../ui/overlay/Toasts.tsx')).Toasts };
  } catch {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return loadToasts();
  }
}

/** Names the tab by the route, before the page's own effects, so that a page may name it better. */
function useRouteTitle(): string {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle;
  const title = isRouteHandle(handle) ? t(`title.${handle.title}`) : '';
  useLayoutEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return title;
}
