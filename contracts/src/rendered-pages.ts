import type { Language } from './languages.ts';
import type { Role } from './roles.ts';

/**
 * The pages whose first view the server renders, by role and address. The build of the web app
 * writes them to `rendered-pages.json`.
 */
export type RenderedPages = Readonly<Record<Role, Readonly<Record<string, RenderedPage>>>>;

export type RenderedPage = {
  /** The API addresses, with their queries, whose answers the page shows. */
  readonly reads: readonly string[];
  /**
   * The addresses of the page's style sheets, without those that every page links, in the order in
   * which they apply.
   */
  readonly styles: readonly string[];
  /** The addresses of the page's scripts to preload, without those that every page links. */
  readonly scripts: readonly string[];
};

/** The settings of the browser that a page is rendered for. */
export type PageView = {
  readonly language: Language;
  /** The theme that the reader chose. It affects only styles and the button that changes it. */
  readonly theme: 'light' | 'dark' | 'system';
  /** The size of the window in CSS pixels. */
  readonly screen: { readonly width: number; readonly height: number };
};

export type PageToRender = PageView & {
  /** The address without a query. */
  readonly path: string;
  readonly account: { readonly id: string; readonly role: Role; readonly email: string };
  /** The answers by address, as JSON. */
  readonly answers: Readonly<Record<string, string>>;
};

/**
 * Renders the inside of a page's body as HTML. `readFile` returns a file of the web app as text, by
 * its address; it throws if there is none. The web app's server build exports this function as
 * `renderPage`. Calls must not overlap.
 */
export type RenderPage = (
  page: PageToRender,
  readFile: (address: string) => Promise<string>,
) => Promise<string>;
