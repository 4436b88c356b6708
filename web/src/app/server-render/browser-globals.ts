import type { PageToRender } from '@bursar/contracts/rendered-pages';
import { directionOf, htmlLanguageOf } from '../../lib/languages.ts';
import { widthMatches } from './media-query.ts';

/* The few browser globals that the application's modules read when they load or render. Nothing
   here writes, because effects do not run on a server. Imported before all other modules of the
   application. */

export type Rendering = {
  readonly page: PageToRender;
  /** A placeholder for the session's token, which rendering must not know. */
  readonly token: string;
  /** Returns the JSON of a read or of a translation file. */
  readonly read: (address: string) => Promise<string>;
};

let current: Rendering | undefined;

/** Sets the page that the browser's globals describe. */
export function beginRendering(rendering: Rendering): void {
  current = rendering;
}

function language(): 'en' | 'ae' {
  return current?.page.language ?? 'en';
}

function cookies(): string {
  if (!current) return '';
  const { account } = current.page;
  return Object.entries({ token: current.token, ...account })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

async function answer(address: unknown): Promise<Response> {
  if (!current) throw new Error('No page is being rendered.');
  return Response.json(JSON.parse(await current.read(String(address))));
}

const noStorage = { getItem: () => null, setItem: ignore, removeItem: ignore };
const noListeners = { addEventListener: ignore, removeEventListener: ignore };

function ignore(): void {}

const width = () => current?.page.screen.width ?? 0;

Object.defineProperties(globalThis, {
  document: {
    value: {
      ...noListeners,
      get cookie() {
        return cookies();
      },
      documentElement: {
        dataset: {},
        get lang() {
          return htmlLanguageOf(language());
        },
        get dir() {
          return directionOf(language());
        },
      },
      querySelector: () => null,
      getElementById: () => null,
    },
  },
  location: {
    value: {
      search: '',
      get pathname() {
        return current?.page.path ?? '/';
      },
    },
  },
  localStorage: { value: noStorage },
  sessionStorage: { value: noStorage },
  innerWidth: { get: width },
  innerHeight: { get: () => current?.page.screen.height ?? 0 },
  matchMedia: {
    value: (query: string) => ({
      ...noListeners,
      get matches() {
        return widthMatches(query, width());
      },
    }),
  },
  fetch: { value: answer },
  ...Object.fromEntries(Object.entries(noListeners).map(([name, value]) => [name, { value }])),
});
Object.defineProperty(navigator, 'onLine', { value: true });
