import i18next from 'i18next';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useMatches, useNavigate } from 'react-router';
import { useIsDisconnected } from '../lib/connection.ts';
import { documentTitle } from '../lib/document-title.ts';
import { onMaintenance } from '../lib/maintenance.ts';
import { paths } from '../lib/paths.ts';
import { replaceRenderedPage } from '../lib/rendered-page.ts';
import { uncover, useIsLocked } from '../lib/session-lock.ts';
import { onSessionExpiry } from '../lib/session.ts';
import { AfterPaint } from '../ui/page/AfterPaint.tsx';
import { scrollPlaceOf } from '../ui/scroll/scroll-place.ts';
import classes from './RootLayout.module.css';
import { untilLoaded } from './until-loaded.ts';

/**
 * The parts of every page, framed or not, such as the tab's title, the connection bar, the toasts
 * and the lock screen.
 */
export function RootLayout() {
  const title = useRouteTitle();
  const isLocked = useIsLocked();
  useRedirects();
  useEffect(dismissPageLoader, []);
  return (
    <>
      <RenderedPageEnd />
      <ConnectionBar />
      {/* Announces a page change without a reload to screen reader users. */}
      <p className="unseen" aria-live="polite">
        {title}
      </p>
      <Outlet />
      <ScrollRestoration getKey={scrollPlaceOf} />
      <AfterPaint>
        <Suspense>
          <Toasts />
        </Suspense>
      </AfterPaint>
      {isLocked && (
        <Suspense fallback={<div className={classes.cover} />}>
          <LockScreen />
        </Suspense>
      )}
    </>
  );
}

/**
 * Removes the server-rendered page. This component is the first child, so that the removal comes
 * before the page's own effects measure positions.
 */
export function RenderedPageEnd() {
  useLayoutEffect(replaceRenderedPage, []);
  return null;
}

const LockScreen = lazy(async () => {
  const [{ LockScreen: Screen }] = await Promise.all([
    import('../features/access/sign-in/LockPages.tsx'),
    i18next.loadNamespaces(['lock', 'sign-in', 'failures']),
  ]);
  return { default: Screen };
});

/** The toasts load after the first page, because none appears before the reader does something. */
const Toasts = lazy(async () => ({
  default: (await untilLoaded(() => import('../ui/overlay/Toasts.tsx'))).Toasts,
}));

/**
 * Sets the tab's title from the route before the page's own effects, so that a page may refine it.
 */
function useRouteTitle(): string {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle;
  const title = isRouteHandle(handle) ? t(handle.title) : '';
  useLayoutEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return title;
}

/** A bar along the top while the server cannot be reached: the data shown may be outdated. */
function ConnectionBar() {
  const { t } = useTranslation();
  const isDisconnected = useIsDisconnected();
  return (
    <div role="status" className={classes.place} data-screen-only>
      {isDisconnected && <p className={classes.bar}>{t('offline')}</p>}
    </div>
  );
}

/** Shown in place of a page while its guard runs and its code loads. */
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

/** Navigates away when the server ends the session under an open page, or starts maintenance. */
function useRedirects(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionExpiry(() => {
        uncover();
        // Navigate at once, because a page that is still shown may write its state into the next
        // address.
        void navigate(paths.signIn, { replace: true, flushSync: true });
      }),
    [navigate],
  );
  // The previous page stays in the history, so that *Try again* can return to it.
  useEffect(() => onMaintenance(() => void navigate(paths.maintenance)), [navigate]);
}

/** The data that a route passes to the layout around its page. */
export type RouteHandle = {
  /** The translation key of the page's title. */
  title: string;
};

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
