import { useEffect } from 'react';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { menuPanel } from '../../ui/menu/Menu.tsx';
import { popoverPanel } from '../../ui/overlay/LazyPopover.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

/** Prefetches the role's main list and the menu code while the browser is idle. */
export function usePrefetchWhileIdle(): void {
  const role = useSession()?.role;
  useEffect(() => {
    if (!role || savesData()) return undefined;
    const list = role === 'admin' ? paths.users : paths.allLoans[role];
    const prefetch = () => {
      prefetchPage(list);
      void menuPanel.fetch();
      void popoverPanel.fetch();
    };
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in globalThis)) return prefetch();
    const request = requestIdleCallback(prefetch);
    return () => cancelIdleCallback(request);
  }, [role]);
}

/** Returns whether the reader asked the browser to save data; false if the browser does not say. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
