import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runInThisContext } from 'node:vm';
import { type BrowserDouble, openBrowserDouble } from './browser-double.ts';

const script = readFileSync(new URL('../src/app/first-paint.js', import.meta.url), 'utf8');

function paint(given: Parameters<typeof openBrowserDouble>[0]): BrowserDouble {
  const browser = openBrowserDouble(given);
  runInThisContext(script);
  return browser;
}

afterEach(() => vi.unstubAllGlobals());

describe('the theme before the first paint', () => {
  const schemeOf = (given: Parameters<typeof openBrowserDouble>[0]) =>
    paint(given).root.attributes.get('data-mantine-color-scheme');

  it('is light unless the user chose a different one', () => {
    expect(schemeOf({ systemIsDark: true })).toBe('light');
    expect(schemeOf({ stored: { theme: 'dark' } })).toBe('dark');
  });

  it('follows the system if that was chosen', () => {
    expect(schemeOf({ stored: { theme: 'system' }, systemIsDark: true })).toBe('dark');
    expect(schemeOf({ stored: { theme: 'system' } })).toBe('light');
  });
});

describe('the language before the first paint', () => {
  const languageOf = (given: Parameters<typeof openBrowserDouble>[0]) => paint(given).root.lang;

  it('is read from the query, the cookie, local storage, the tab and the browser, in that order', () => {
    const arabic = { languages: ['ar-AE'] };
    expect(languageOf(arabic)).toBe('ar');
    expect(languageOf({ ...arabic, stored: { i18nextLng: 'en' } })).toBe('en');
    expect(languageOf({ ...arabic, tab: { i18nextLng: 'en' } })).toBe('en');
    expect(languageOf({ tab: { i18nextLng: 'en' }, stored: { i18nextLng: 'ae' } })).toBe('ar');
    expect(languageOf({ stored: { i18nextLng: 'en' }, cookies: { i18next: 'ae' } })).toBe('ar');
    expect(languageOf({ cookies: { i18next: 'ae' }, search: '?lng=en' })).toBe('en');
  });

  it('is English if the browser requests no language that we have', () => {
    expect(languageOf({ languages: ['fr-FR', 'de'] })).toBe('en');
  });

  it('has its translations preloaded', () => {
    expect(paint({ languages: ['ar'] }).preloaded).toContain('/locales/ae/signed-out.json');
    expect(paint({ languages: ['ar'], path: '/nowhere' }).preloaded).toEqual([
      '/locales/ae/app.json',
    ]);
  });
});

describe('the direction before the first paint', () => {
  const directionOf = (given: Parameters<typeof openBrowserDouble>[0]) => paint(given).root.dir;

  it('follows the language', () => {
    expect(directionOf({})).toBe('ltr');
    expect(directionOf({ search: '?lng=ae', stored: { i18nextLng: 'en', rtlClass: 'ltr' } })).toBe(
      'rtl',
    );
  });

  it('is the chosen one until the language changes', () => {
    expect(directionOf({ stored: { i18nextLng: 'en', rtlClass: 'rtl' } })).toBe('rtl');
    expect(directionOf({ stored: { i18nextLng: 'ae', rtlClass: 'ltr' } })).toBe('ltr');
  });
});

describe('preloading for the first page', () => {
  it('loads sign-in for signed-out visitors', () => {
    const signIn = ['/assets/SignIn.js', '/locales/en/signed-out.json'];
    expect(paint({}).preloaded).toEqual(signIn);
    expect(paint({ path: '/login' }).preloaded).toEqual(signIn);
  });

  it('loads the frame for signed-in users, with the files and figures of the first page', () => {
    const frame = [
      '/assets/Shell.js',
      '/assets/latin-500.woff2',
      '/locales/en/signed-in.json',
      '/api/session',
    ];
    const cookies = { token: 'abc' };
    expect(paint({ cookies, path: '/loan/7' }).preloaded).toEqual(frame);
    expect(paint({ cookies }).preloaded.toSorted()).toEqual(
      [...frame, '/assets/Home.js', '/api/dashboard'].toSorted(),
    );
  });

  it('loads the Arabic typeface only for a reader of Arabic', () => {
    const fontsIn = (language: string) =>
      paint({ cookies: { token: 'abc' }, languages: [language] }).preloaded.filter((file) =>
        file.endsWith('.woff2'),
      );
    expect(fontsIn('ar')).toEqual(['/assets/latin-500.woff2', '/assets/arabic-400.woff2']);
    expect(fontsIn('en')).toEqual(['/assets/latin-500.woff2']);
  });

  it("loads a list's own files, translations and rows for users who may open it", () => {
    const asRole = (role: string, search = '') =>
      paint({ cookies: { token: 'abc', role }, path: '/loan', search }).preloaded;
    const files = [
      '/assets/Shell.js',
      '/assets/latin-500.woff2',
      '/assets/List.js',
      '/locales/en/loan-list.json',
      '/api/session',
    ];
    expect(asRole('user')).toEqual([...files, '/api/loans?view=unassigned&sort=reference']);
    expect(asRole('user', '?status=active')).toEqual(files);
    expect(asRole('agent')).not.toContain('/assets/List.js');
  });

  it.each([{}, { token: 't', role: 'user' }])(
    'loads no page while the server is preparing, with the cookies %j',
    (cookies) => {
      for (const path of ['/', '/allloan', '/auth/boxed-signin']) {
        const { preloaded } = paint({ path, cookies, isUnderMaintenance: true });
        expect(preloaded).toEqual(['/locales/en/app.json']);
      }
    },
  );

  it('loads nothing that the page at this address does not use', () => {
    const words = ['/locales/en/app.json'];
    expect(paint({ path: '/pages/error404' }).preloaded).toEqual(words);
    expect(paint({ path: '/nowhere', cookies: { token: 'abc' } }).preloaded).toEqual(words);
  });
});

describe('a rendered first view', () => {
  const rendered = 'en 1440';
  const shown = (given: Parameters<typeof openBrowserDouble>[0]) =>
    paint({ rendered, ...given }).root.dataset.rendered === rendered;

  it('is shown to a reader whom it suits', () => {
    expect(shown({})).toBe(true);
    expect(shown({ width: 1100, stored: { theme: 'dark', menu: 'vertical' } })).toBe(true);
  });

  it('is hidden in another language, a narrower window, or with other display settings', () => {
    expect(shown({ languages: ['ar'] })).toBe(false);
    expect(shown({ width: 1000 })).toBe(false);
    expect(shown({ stored: { menu: 'horizontal' } })).toBe(false);
    expect(shown({ stored: { sidebar: 'true' } })).toBe(false);
    expect(shown({ stored: { i18nextLng: 'en', rtlClass: 'rtl' } })).toBe(false);
  });

  it('is hidden if larger text makes the window too narrow for it', () => {
    expect(shown({ textSize: 20 })).toBe(true);
    expect(shown({ textSize: 32 })).toBe(false);
  });

  it('is hidden if the script of the app cannot load', () => {
    const browser = paint({ rendered });
    browser.failToLoad('IMG');
    expect(browser.root.dataset.rendered).toBe(rendered);
    browser.failToLoad('SCRIPT');
    expect(browser.root.dataset.rendered).toBeUndefined();
  });

  it('has its answers with it', () => {
    const { preloaded } = paint({ rendered, cookies: { token: 'abc' } });
    expect(preloaded.filter((address) => address.startsWith('/api/'))).toEqual([]);
  });

  it('is asked for as the last page looked', () => {
    const viewOf = (given: Parameters<typeof openBrowserDouble>[0]) =>
      decodeURIComponent(paint(given).cookies.get('view') ?? '');
    expect(viewOf({})).toBe('en 1440x900 light');
    expect(viewOf({ languages: ['ar'], width: 390 })).toBe('ae 390x900 light');
    expect(viewOf({ stored: { theme: 'dark' } })).toBe('en 1440x900 dark');
    expect(viewOf({ stored: { layout: 'boxed' } })).toBe('en 1440x900 own');
  });
});

it('the defaults apply if the browser stores nothing for the site', () => {
  const { root } = paint({ storageRefused: true });
  expect([root.dir, root.lang, root.attributes.get('data-mantine-color-scheme')]).toEqual([
    'ltr',
    'en',
    'light',
  ]);
});
