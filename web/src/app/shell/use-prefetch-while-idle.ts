import type { Role } from '@bursar/contracts/roles';
import { useEffect } from 'react';
import { paths } from '../../lib/paths.ts';
import { menuPanel } from '../../ui/menu/Menu.tsx';
import { popoverPanel } from '../../ui/overlay/LazyPopover.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

/** The page that opens comes first, with all that follows its first paint. */
const WAIT_MS = 1_000;

/** Fetches the list that its role works in and what its menus need, while the reader reads. */
export function usePrefetchWhileIdle(role: Role | undefined): void {
  useEffect(() => {
    if (!role || savesData()) return undefined;
    const list = role === 'admin' ? paths.users : paths.allLoans[role];
    let request: number | undefined;
    const timer = setTimeout(() => {
      // Safari knows no idle time: there the wait has to do.
      const prefetch = () => {
        prefetchPage(list);
        void menuPanel.fetch();
        void popoverPanel.fetch();
      };
      if ('requestIdleCallback' in globalThis) request = requestIdleCallback(prefetch);
      else prefetch();
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      if (request !== undefined) cancelIdleCallback(request);
    };
  }, [role]);
}

/** Whoever pays by the megabyte has told the browser so, where it can be told. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
