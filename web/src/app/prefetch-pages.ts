import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { SyntheticEvent } from 'react';
import { elsewhere } from './guards.ts';
import { type Page, pages } from './routes.ts';
import { type RoutePath, routes } from '@bursar/contracts/routes';

/**
 * Fetches a page as soon as the pointer or the focus comes to a link that leads to it. One
 * listener around the frame serves every link in it, those of lists included.
 */
export function prefetchLinkedPage(event: SyntheticEvent): void {
  const link = linkOf(event);
  if (link) prefetchPage(link.pathname);
}

/** Asks what the page behind a pressed link will ask first, beside fetching the page itself. */
export function askForLinkedPage(event: SyntheticEvent, queryClient: QueryClient): void {
  const link = linkOf(event);
  const page = link?.search === '' ? findPage(link.pathname) : undefined;
  if (page) void askAhead(page.path, queryClient);
}

function linkOf({ target }: SyntheticEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Fetches the page at an address ahead of time, where the reader may open it. */
export function prefetchPage(address: string): void {
  const page = findPage(address);
  // Without a connection nothing can be fetched, and texts that failed once are not asked for again.
  if (!page || !navigator.onLine) return;
  // Fetched ahead or not, following the link fetches what is still missing and says what failed.
  void askAhead(page.path);
  void page.load().catch(() => undefined);
  if (!page.isLight) void import('./KitLayout.tsx').catch(() => undefined);
  void i18next.loadNamespaces(page.words);
}

/** Asks what a page will ask first at its address, before the frame around it is drawn. */
export async function askBeforeFrame(path: RoutePath): Promise<void> {
  const first = await import('./pages/first-questions.ts').catch(() => undefined);
  await first?.askBeforeFrame(path);
}

/** The first questions of the pages are a small chunk of their own; without a query client it is only fetched. */
async function askAhead(path: RoutePath, queryClient?: QueryClient): Promise<void> {
  const first = await import('./pages/first-questions.ts').catch(() => undefined);
  if (queryClient) await first?.askFirst(path, queryClient);
}

/** The page at an address, where the reader may open it. */
function findPage(address: string): Page | undefined {
  const page = pages.find(({ path }) => path === address);
  return page && elsewhere(routes[page.path].access) === undefined ? page : undefined;
}
