import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrowserDouble, openBrowserDouble } from '../../build/browser-double.ts';
import { directionOf, htmlLanguageOf, intlLocaleOf, startLanguages } from './languages.ts';

const fetched: string[] = [];
const words = { word: 'a word' };
const preloadedTranslations = '/locales/en/signed-in.json';

let browser: BrowserDouble;

beforeAll(async () => {
  browser = openBrowserDouble({ languages: ['en-GB'] });
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return Response.json(
      address === preloadedTranslations ? { en: { app: words, 'work-queue': words } } : words,
    );
  });
  await startLanguages(preloadedTranslations);
});
afterAll(() => vi.unstubAllGlobals());

describe('the translations', () => {
  it('are read from /locales/{lng}/{ns}.json, by the language part of the code alone', async () => {
    expect(i18next.resolvedLanguage).toBe('en');
    await i18next.loadNamespaces(['work-queue', 'loans']);
    expect(fetched).toEqual([preloadedTranslations, '/locales/en/loans.json']);
    expect(i18next.t('work-queue:word')).toBe('a word');
  });

  it('have the specification’s fallback, limits and retries', () => {
    expect(i18next.options).toMatchObject({
      fallbackLng: ['en'],
      load: 'languageOnly',
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        addPath: '/locales/add/{{lng}}/{{ns}}',
      },
    });
  });

  it('start in the language detected before the first paint, and remember every choice', async () => {
    expect(browser.local.get('i18nextLng')).toBe('en');
    await i18next.changeLanguage('ae');
    expect(browser.local.get('i18nextLng')).toBe('ae');
    browser.root.lang = 'ar';
    await i18next.changeLanguage('en');
    await startLanguages();
    expect(i18next.resolvedLanguage).toBe('ae');
  });

  it('use Arabic plurals for ae', async () => {
    i18next.addResourceBundle('ae', 'app', {
      loan_zero: 'zero',
      loan_one: 'one',
      loan_two: 'two',
      loan_few: 'few',
      loan_many: 'many',
      loan_other: 'other',
    });
    await i18next.changeLanguage('ae');
    const forms = [0, 1, 2, 3, 11, 100].map((count) => i18next.t('loan', { count }));
    expect(forms).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
  });
});

it('ae is Arabic and right-to-left, and any other language left-to-right', () => {
  expect([directionOf('ae'), htmlLanguageOf('ae'), intlLocaleOf('ae')]).toEqual([
    'rtl',
    'ar',
    'ar-AE',
  ]);
  expect([directionOf('en'), directionOf('fr'), htmlLanguageOf('en'), intlLocaleOf('en')]).toEqual([
    'ltr',
    'ltr',
    'en',
    'en-GB',
  ]);
});
