import { vi } from 'vitest';

/** The parts of a browser that start-up code uses: storage, cookies and the root element. */
export type BrowserDouble = {
  local: Map<string, string>;
  cookies: Map<string, string>;
  root: {
    lang: string;
    dir: string;
    attributes: Map<string, string>;
    dataset: { rendered?: string };
  };
  /** Addresses that the page preloaded. */
  preloaded: string[];
  /** Addresses that the page passed to `location.replace`. */
  replacedBy: string[];
  /** Reports that an element with this tag could not load its file. */
  failToLoad: (tagName: string) => void;
};

type Given = {
  stored?: Record<string, string>;
  /** The values in the tab's session storage. */
  tab?: Record<string, string>;
  cookies?: Record<string, string>;
  path?: string;
  search?: string;
  languages?: readonly string[];
  systemIsDark?: boolean;
  /** Simulates a browser that refuses storage and throws on access. */
  storageRefused?: boolean;
  /** Simulates a document that the server sends while it prepares its database. */
  isUnderMaintenance?: boolean;
  /** The language and width of the first view that the server rendered into the document. */
  rendered?: string;
  /** Answers that came with the document, by address, as JSON. */
  answers?: Record<string, string>;
  /** The id of the account that received the answers. */
  account?: string;
  /** The window's width in pixels. */
  width?: number;
  /** The browser's text size in pixels. */
  textSize?: number;
  /** Simulates a browser that drops secure cookies, as over plain HTTP from another host. */
  dropsSecureCookies?: boolean;
};

/** Replaces the browser's globals until `vi.unstubAllGlobals`. */
export function openBrowserDouble(given: Given = {}): BrowserDouble {
  const local = new Map(Object.entries(given.stored ?? {}));
  const cookies = new Map(Object.entries(given.cookies ?? {}));
  const dataset = given.rendered === undefined ? {} : { rendered: given.rendered };
  const root = { lang: 'en', dir: 'ltr', attributes: new Map<string, string>(), dataset };
  const answers = new Map(Object.entries(given.answers ?? {}));
  const preloaded: string[] = [];
  const storage = {
    getItem(key: string) {
      if (given.storageRefused) throw new Error('refused');
      return local.get(key) ?? null;
    },
    setItem(key: string, value: string) {
      if (given.storageRefused) throw new Error('refused');
      local.set(key, value);
    },
  };
  vi.stubGlobal('localStorage', storage);
  const replacedBy: string[] = [];
  const location = {
    pathname: given.path ?? '/',
    search: given.search ?? '',
    replace: (address: string) => void replacedBy.push(address),
  };
  const ofTab = new Map(Object.entries(given.tab ?? {}));
  const sessionStorage = {
    getItem: (key: string) => ofTab.get(key) ?? null,
    setItem: (key: string, value: string) => ofTab.set(key, value),
    removeItem: (key: string) => ofTab.delete(key),
  };
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('window', { localStorage: storage, sessionStorage, location });
  vi.stubGlobal('location', location);
  vi.stubGlobal('navigator', { languages: given.languages ?? ['en-GB', 'en'] });
  const width = given.width ?? 1440;
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, ems] = /^\(width < (\d+)em\)$/.exec(query) ?? [];
    const isNarrower = width < Number(ems) * (given.textSize ?? 16);
    return { matches: ems === undefined ? (given.systemIsDark ?? false) : isNarrower };
  });
  const errorListeners: ((event: { target: { tagName: string } }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof errorListeners)[number]) =>
    errorListeners.push(listener),
  );
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      setCookie(cookies, text, given.dropsSecureCookies ?? false);
    },
    currentScript: {
      dataset: {
        framed: ' loan',
        home: 'assets/Home.js',
        list: 'assets/List.js',
        lists: 'user/allloan?view=all user/loan?view=unassigned&sort=reference',
        signedIn: 'assets/Shell.js assets/latin-500.woff2 assets/arabic-400.woff2',
        signedOut: 'assets/SignIn.js',
      },
    },
    createElement: () => ({}),
    querySelector: (selector: string) => findAnswer(answers, selector),
    head: { append: (link: { href: string }) => preloaded.push(link.href) },
    documentElement: {
      dataset: Object.assign(dataset, given.account && { account: given.account }),
      hasAttribute: (name: string) =>
        name === 'data-under-maintenance' && given.isUnderMaintenance === true,
      get dir() {
        return root.dir;
      },
      set dir(value: string) {
        root.dir = value;
      },
      get lang() {
        return root.lang;
      },
      set lang(value: string) {
        root.lang = value;
      },
      setAttribute: (name: string, value: string) => root.attributes.set(name, value),
    },
  });
  const failToLoad = (tagName: string): void => {
    for (const listener of errorListeners) listener({ target: { tagName } });
  };
  return { local, cookies, root, preloaded, replacedBy, failToLoad };
}

function findAnswer(answers: Map<string, string>, selector: string) {
  const [, address = ''] = /^\[data-answer="(.*)"\]$/.exec(selector) ?? [];
  const textContent = answers.get(address);
  return textContent === undefined ? null : { textContent, remove: () => answers.delete(address) };
}

function setCookie(cookies: Map<string, string>, text: string, dropsSecure: boolean): void {
  const [pair = '', ...attributes] = text.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('max-age=0')) cookies.delete(name);
  else if (!(dropsSecure && attributes.includes('secure'))) cookies.set(name, value);
}
