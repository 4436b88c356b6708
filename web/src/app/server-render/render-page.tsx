import { beginRendering } from './browser-globals.ts';
import type { PageToRender, RenderPage } from '@bursar/contracts/rendered-pages';
import { routes } from '@bursar/contracts/routes';
import i18next from 'i18next';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { changeDisplaySettings } from '../../lib/display-settings.ts';
import { directionOf, startLanguages } from '../../lib/languages.ts';
import { queryClientAhead } from '../../lib/query-client.ts';
import { KitLayout } from '../KitLayout.tsx';
import { prefetchBeforeFrame } from '../prefetch-pages.ts';
import { frameNamespaces } from '../preload-translations.ts';
import { pageAt, type Page } from '../routes.ts';
import { Shell } from '../shell/Shell.tsx';

/** Maximum milliseconds to wait for parts whose code or texts are not loaded yet. */
const PARTS_WITHIN_MS = 200;

let rendered = 0;

/**
 * Renders a framed page as a browser with default display settings would draw it first. It throws
 * if the page needs an answer that was not given.
 */
export const renderPage: RenderPage = async (page, readFile) => {
  const opened = pageAt(page.path);
  if (!opened || routes[opened.path].layout !== 'default') {
    throw new Error(`${page.path} is not a framed page.`);
  }
  rendered += 1;
  const reader = readerOf(page, readFile);
  beginRendering({ page, token: String(rendered), read: reader.read });
  try {
    await setLanguage(page.language, [...frameNamespaces, ...opened.namespaces]);
    changeDisplaySettings({ theme: page.theme, rtlClass: directionOf(page.language) });
    const Loaded = await opened.load();
    if (opened.prefetchesQuery) await prefetchBeforeFrame(opened.path);
    const { missing } = reader;
    if (missing.length > 0) throw new Error(`There is no answer to ${missing.join(' ')}.`);
    return await writeHtml(routeOf(opened, <Loaded />), page.path);
  } finally {
    // Otherwise the answers would stay in memory for as long as a browser caches them.
    queryClientAhead()?.clear();
  }
};

async function writeHtml(route: RouteObject, path: string): Promise<string> {
  const router = createMemoryRouter([route], { initialEntries: [path] });
  // A part that takes longer shows its placeholder.
  const signal = AbortSignal.timeout(PARTS_WITHIN_MS);
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />, {
    signal,
    onError(cause) {
      if (!signal.aborted) failures.push(cause);
    },
    // Otherwise React would move large parts into scripts of its own.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  router.dispose();
  if (failures.length > 0) throw new AggregateError(failures, 'A part of the page failed.');
  return text(prelude);
}

function readerOf({ answers }: PageToRender, readFile: Parameters<RenderPage>[1]) {
  const missing: string[] = [];
  const read = async (address: string): Promise<string> => {
    if (address.startsWith('/locales/')) return readFile(address);
    const answer = answers[address];
    if (answer !== undefined) return answer;
    missing.push(address);
    throw new Error(`There is no answer to ${address}.`);
  };
  return { read, missing };
}

async function setLanguage(
  language: PageToRender['language'],
  namespaces: readonly string[],
): Promise<void> {
  if (!i18next.isInitialized) await startLanguages();
  await i18next.changeLanguage(language);
  await i18next.loadNamespaces(namespaces);
}

/**
 * Returns the page in the same layouts as in the browser, but without loaders, so that it renders
 * at once.
 */
function routeOf({ path, isLight }: Page, element: RouteObject['element']): RouteObject {
  const leaf = { path, element };
  const children = isLight ? [leaf] : [{ Component: KitLayout, children: [leaf] }];
  return { Component: Shell, children };
}
