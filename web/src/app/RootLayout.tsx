import i18next from 'i18next';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useMatches, useNavigate } from 'react-router';
import { useIsDisconnected } from '../lib/connection.ts';
import { documentTitle } from '../lib/document-title.ts';
import { onMaintenance } from '../lib/maintenance.ts';
import { paths } from '../lib/paths.ts';
import { uncover, useIsLocked } from '../lib/session-lock.ts';
import { onSessionExpiry } from '../lib/session.ts';
import { scrollPlaceOf } from '../ui/scroll/scroll-place.ts';
import classes from './RootLayout.module.css';

/** What holds on every page, framed or alone: the tab's title, the connection, where one scrolls. */
export function RootLayout() {
  const title = useRouteTitle();
  const isLocked = useIsLocked();
  useRedirects();
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
      {isLocked && (
        <Suspense fallback={<div className={classes.cover} />}>
          <LockScreen />
        </Suspense>
      )}
    </>
  );
}

const LockScreen = lazy(async () => {
  const [{ LockScreen: Screen }] = await Promise.all([
    import('../features/access/sign-in/LockPages.tsx'),
    i18next.loadNamespaces(['lock', 'sign-in', 'failures']),
  ]);
  return { default: Screen };
});

/** Fetched beside the first page, not before it: there is no toast before the reader has done something. */
const Toasts = lazy(loadToasts);

/** If the connection is lost while they are fetched, the page works without them until it is back. */
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
  const title = isRouteHandle(handle) ? t(handle.title) : '';
  useLayoutEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return title;
}

/** A bar along the top while the server cannot be reached: what is shown stays, but may be outdated. */
function ConnectionBar() {
  const { t } = useTranslation();
  const isDisconnected = useIsDisconnected();
  return (
    <div role="status" className={classes.place} data-screen-only>
      {isDisconnected && <p className={classes.bar}>{t('offline')}</p>}
    </div>
  );
}

/** Shown in place of a page while its guard runs and its code is fetched. */
export function GuardWaiting() {
  const { t } = useTranslation();
  return (
    <p className={classes.waiting} role="status">
      {t('loading')}
    </p>
  );
}

const fadeMs = 200;

/** Fades out the loader of `index.html` once the first page is drawn. */
function dismissPageLoader(): void {
  const loader = document.getElementById('loader');
  if (!loader) return;
  loader.dataset['leaving'] = '';
  setTimeout(() => loader.remove(), fadeMs);
}

/** Sends the reader away when the server ends the session under an open page, or closes the books. */
function useRedirects(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionExpiry(() => {
        uncover();
        void navigate(paths.signIn, { replace: true });
      }),
    [navigate],
  );
  // The page before stays in the history: *Try again* goes back to it.
  useEffect(() => onMaintenance(() => void navigate(paths.maintenance)), [navigate]);
}

/** What a route tells the layout around its page. */
export type RouteHandle = {
  /** The key of the page's title. */
  title: string;
};

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
