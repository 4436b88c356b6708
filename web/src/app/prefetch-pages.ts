import i18next from 'i18next';
import type { SyntheticEvent } from 'react';
import { elsewhere } from './guards.ts';
import { pages } from './routes.ts';
import { routes } from '@bursar/contracts/routes';

/**
 * Fetches a page as soon as the pointer or the focus comes to a link that leads to it. One
 * listener around the frame serves every link in it, those of lists included.
 */
export function prefetchLinkedPage(event: SyntheticEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  prefetchPage(link.pathname);
}

/** Fetches the page at an address ahead of time, where the reader may open it. */
export function prefetchPage(address: string): void {
  const page = pages.find(({ path }) => path === address);
  if (!page || elsewhere(routes[page.path].access) !== undefined) return;
  // Fetched ahead or not, following the link fetches what is still missing and says what failed.
  void page.load().catch(() => undefined);
  void i18next.loadNamespaces(page.words);
}
