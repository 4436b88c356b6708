import { useQueryClient, useQuery } from '@tanstack/react-query';
import { memo, Suspense, type SyntheticEvent, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { type DisplaySettings, useDisplaySettings } from '../../lib/display-settings.ts';
import { productName } from '../../lib/document-title.ts';
import { noteLeft } from '../../lib/left-pages.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { usePrintMoment } from '../../ui/print/use-print-moment.ts';
import { showShortcuts, useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { onDemand } from '../../ui/state/on-demand.ts';
import { lazyInKit } from '../lazy-in-kit.tsx';
import { untilLoaded } from '../until-loaded.ts';
import { askForLinkedPage, prefetchLinkedPage } from '../prefetch-pages.ts';
import { Header } from './Header.tsx';
import { furtherMenu, menuOf, sideMenu, useLendingMenu } from './navigation.ts';
import classes from './Shell.module.css';
import { LiveUpdates, ShellProviders, useLostFocus } from './ShellProviders.tsx';
import { SecurityNotice } from './SecurityNotice.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useCloseOnNavigation, useSidebar } from './use-sidebar.ts';

/** The frame around every page of a signed-in user. */
export function Shell() {
  return (
    <ShellProviders>
      <Frame />
    </ShellProviders>
  );
}

/** Memoised: only what depends on the address renders again when the page changes. */
const Frame = memo(FrameInside);

function FrameInside() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const settings = useDisplaySettings();
  const session = useSession();
  const sidebar = useSidebar();
  const [drawerIsOpen, setDrawerIsOpen] = useState(false);
  const role = session?.role;
  const lending = useLendingMenu();
  const mayManageCallCentres = useMay('manage-call-centres');
  const menu = role ? menuOf(role) : [];
  const { data: known } = useQuery(sessionQuery);
  const withDemoPages = known?.showsDemoPages ?? false;
  const darkFrame = settings.semidark ? 'dark' : undefined;
  const ask = (event: SyntheticEvent) => askForLinkedPage(event, queryClient);
  useLostFocus(takeLostFocus);
  return (
    <>
      <a className={classes.skip} data-screen-only href="#page">
        {t('skipToContent')}
      </a>
      <div
        className={classes.shell}
        data-menu={settings.menu}
        data-layout={settings.layout}
        data-navbar={settings.navbar}
        data-sidebar={sidebar.state}
        onPointerOver={prefetchLinkedPage}
        onFocus={prefetchLinkedPage}
        onPointerDown={ask}
        onClickCapture={ask}
      >
        {sidebar.isPossible && (
          <Sidebar
            key={settings.menu}
            menu={menu}
            further={role ? [...lending, ...sideMenu(role, { mayManageCallCentres })] : []}
            sidebar={sidebar}
            scheme={darkFrame}
          />
        )}
        <div className={classes.column} inert={sidebar.coversPage}>
          <Header
            role={role}
            sidebar={sidebar}
            scheme={darkFrame}
            onOpenSettings={() => setDrawerIsOpen(true)}
          />
          {settings.menu === 'horizontal' && !sidebar.isPossible && (
            <div className={classes.menuRoom}>
              <horizontalMenu.Part
                menu={[...menu, ...lending]}
                further={role ? furtherMenu(role, { withDemoPages }) : []}
                scheme={darkFrame}
              />
            </div>
          )}
          <main id="page" className={classes.page} tabIndex={-1}>
            <PrintHead />
            <SecurityNotice />
            <OpenPage animation={settings.animation} />
          </main>
          <Footer />
        </div>
      </div>
      {session && (
        <>
          <LiveUpdates accountId={session.id} />
          <Late />
        </>
      )}
      <Shortcuts />
      <SettingsDrawer isOpen={drawerIsOpen} onClose={() => setDrawerIsOpen(false)} />
    </>
  );
}

/** Only users who chose this menu load it; without it they could open no other page. */
const horizontalMenu = onDemand(async () => {
  const code = await untilLoaded(() => import('./HorizontalMenu.tsx'));
  return code.HorizontalMenu;
});

const lateParts = onDemand(async () => (await import('./LateParts.tsx')).LateParts);

/**
 * The late parts load after this many milliseconds without a request: the page's own code and data
 * come first.
 */
const lateAfter = 3_000;

/**
 * Maximum number of waits for a quiet page, because some pages call the server every few seconds
 * without end.
 */
const mostWaits = 10;

/** Loads and shows the late parts once the page is quiet; retries if their code cannot load. */
function Late() {
  const [asked, setAsked] = useState(0);
  // Toasts with actions are allowed until this component is unmounted, which happens at sign-out.
  useEffect(() => notify.allowOffers(), []);
  useEffect(() => {
    if (lateParts.isThere()) return undefined;
    const timer = setTimeout(() => {
      if (asked < mostWaits && !isQuiet()) return setAsked(asked + 1);
      void lateParts.fetch().then(() => setAsked(asked + 1));
    }, lateAfter);
    return () => clearTimeout(timer);
  }, [asked]);
  return lateParts.isThere() && <lateParts.Part />;
}

function isQuiet(): boolean {
  const last = performance.getEntriesByType('resource').at(-1);
  return !last || performance.now() - last.startTime > lateAfter;
}

function OpenPage({ animation }: Pick<DisplaySettings, 'animation'>) {
  const location = useLocation();
  const { pathname } = location;
  useEffect(() => noteLeft(location), [location]);
  useCloseOnNavigation();
  return (
    <PageMotion key={pathname} animation={animation}>
      <Outlet />
    </PageMotion>
  );
}

function Footer() {
  const { t } = useTranslation();
  const year = new Date().getFullYear();
  return (
    <footer className={classes.footer} data-screen-only>
      {t('footer', { year, product: productName })}
    </footer>
  );
}

type PageMotionProps = { animation: DisplaySettings['animation']; children: ReactNode };

/** Animates a page's entry with the reader's transition; the address as key makes it play once. */
function PageMotion({ animation, children }: PageMotionProps) {
  useEffect(takeLostFocus, []);
  return (
    <div className={classes.motion} data-animation={animation}>
      {children}
    </div>
  );
}

/** Moves the focus to the top of the page if the focused element has disappeared. */
function takeLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('page')?.focus({ preventScroll: true });
}

/** The head of printed pages: the portfolio, the user who printed the page, and the time. */
function PrintHead() {
  const printedAt = usePrintMoment();
  const { data: session } = useQuery(sessionQuery);
  if (printedAt === null) return null;
  return (
    <p className={classes.printHead}>
      <bdi>{session?.portfolio?.name ?? productName}</bdi>
      <bdi>{session?.name}</bdi>
      <InstantText at={printedAt} style="minute" />
    </p>
  );
}

/** The sheet of keyboard shortcuts, opened with `?`. */
function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('?', () => setIsOpen(true), { label: t('shortcuts.sheet'), scope: 'everywhere' });
  // Dialogs and menus handle Escape themselves.
  useEffect(
    () => showShortcuts('everywhere', [{ keys: ['Esc'], label: t('shortcuts.close') }]),
    [t],
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

const ShortcutSheet = lazyInKit(() =>
  import('../../ui/shortcut/ShortcutSheet.tsx').then((m) => m.ShortcutSheet),
);

type SettingsDrawerProps = { isOpen: boolean; onClose: () => void };

/** The display settings drawer, loaded on first use. */
function SettingsDrawer(props: SettingsDrawerProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DisplaySettingsDrawer {...props} />
    </Suspense>
  );
}

const DisplaySettingsDrawer = lazyInKit(() =>
  import('../../features/access/display-settings/DisplaySettingsDrawer.tsx').then(
    (m) => m.DisplaySettingsDrawer,
  ),
);
