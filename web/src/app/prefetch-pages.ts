import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { SyntheticEvent } from 'react';
import { elsewhere } from './guards.ts';
import { type Page, pages } from './routes.ts';
import { type RoutePath, routes } from '@bursar/contracts/routes';

/**
 * Prefetches a page when the pointer or the focus reaches a link to it. One listener around the
 * frame serves every link in it, including those of lists.
 */
export function prefetchLinkedPage(event: SyntheticEvent): void {
  const link = linkOf(event);
  if (link) prefetchPage(link.pathname);
}

/**
 * Prefetches the first query of the page behind a pressed link, if the link has no parameters and
 * the reader may open the page.
 */
export function askForLinkedPage(event: SyntheticEvent, queryClient: QueryClient): void {
  const link = linkOf(event);
  const page = link?.search === '' ? findPage(link.pathname) : undefined;
  if (page) void prefetchQueries(page.path, queryClient);
}

function linkOf({ target }: SyntheticEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Prefetches the page at an address, if the reader may open it. */
export function prefetchPage(address: string): void {
  const page = findPage(address);
  // Offline nothing can load, and i18next does not retry a namespace that failed once.
  if (!page || !navigator.onLine) return;
  // A failed prefetch is ignored: following the link loads the rest and shows the failure.
  void prefetchQueries(page.path);
  void page.load().catch(() => undefined);
  if (!page.isLight) void import('./KitLayout.tsx').catch(() => undefined);
  void i18next.loadNamespaces(page.namespaces);
}

/** Prefetches the first query of a page before the frame around it renders. */
export async function prefetchBeforeFrame(path: RoutePath): Promise<void> {
  const first = await import('./pages/prefetch-queries.ts').catch(() => undefined);
  await first?.prefetchBeforeFrame(path);
}

/**
 * Loads the chunk of the first queries and, if there is a query client, prefetches the page's first
 * query.
 */
async function prefetchQueries(path: RoutePath, queryClient?: QueryClient): Promise<void> {
  const first = await import('./pages/prefetch-queries.ts').catch(() => undefined);
  if (queryClient) await first?.prefetchFirstQuery(path, queryClient);
}

/** Returns the page at an address, if the reader may open it. */
function findPage(address: string): Page | undefined {
  const page = pages.find(({ path }) => path === address);
  return page && elsewhere(routes[page.path].access) === undefined ? page : undefined;
}
