import { useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, type SyntheticEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { type DisplaySettings, useDisplaySettings } from '../../lib/display-settings.ts';
import { noteLeft } from '../../lib/left-pages.ts';
import { useSession } from '../../lib/session.ts';
import { askForLinkedPage, prefetchLinkedPage } from '../prefetch-pages.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { HorizontalMenu } from './HorizontalMenu.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { menuOf } from './navigation.ts';
import { PageMotion } from './PageMotion.tsx';
import { PrintHead } from './PrintHead.tsx';
import { ScrollToTop } from './ScrollToTop.tsx';
import { SettingsDrawer } from './SettingsDrawer.tsx';
import classes from './Shell.module.css';
import { ShellProviders } from './ShellProviders.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Sidebar } from './Sidebar.tsx';
import { usePrefetchWhileIdle } from './use-prefetch-while-idle.ts';
import { useCloseOnNavigation, useSidebar } from './use-sidebar.ts';

/** The frame around every page of a signed-in reader. */
export function Shell() {
  return (
    <ShellProviders>
      <Frame />
    </ShellProviders>
  );
}

/** It stays as it is while pages come and go in it: only what follows the address is drawn anew. */
const Frame = memo(FrameInside);

function FrameInside() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const settings = useDisplaySettings();
  const session = useSession();
  const sidebar = useSidebar();
  const [drawerIsOpen, setDrawerIsOpen] = useState(false);
  const menu = session?.role ? menuOf(session.role) : [];
  const darkFrame = settings.semidark ? 'dark' : undefined;
  const ask = (event: SyntheticEvent) => askForLinkedPage(event, queryClient);
  usePrefetchWhileIdle(session?.role);
  return (
    <>
      <a className={classes.skip} href="#page">
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
          <Sidebar key={settings.menu} menu={menu} sidebar={sidebar} scheme={darkFrame} />
        )}
        <div className={classes.column} inert={sidebar.coversPage}>
          <Header
            role={session?.role}
            sidebar={sidebar}
            scheme={darkFrame}
            onOpenSettings={() => setDrawerIsOpen(true)}
          />
          {settings.menu === 'horizontal' && !sidebar.isPossible && (
            <HorizontalMenu menu={menu} scheme={darkFrame} />
          )}
          <main id="page" className={classes.page} tabIndex={-1}>
            <PrintHead />
            <OpenPage animation={settings.animation} />
          </main>
          <Footer />
        </div>
      </div>
      {session && (
        <>
          <LiveUpdates accountId={session.id} />
          <Suspense>
            <SessionEnding />
          </Suspense>
        </>
      )}
      <ScrollToTop />
      <Shortcuts />
      <SettingsDrawer isOpen={drawerIsOpen} onClose={() => setDrawerIsOpen(false)} />
    </>
  );
}

/** Half an hour passes before it has anything to say. */
const SessionEnding = lazy(async () => ({
  default: (await import('./SessionEnding.tsx')).SessionEnding,
}));

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
