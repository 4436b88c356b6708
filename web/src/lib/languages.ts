import i18next, { type i18n, type Resource } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { useTranslation } from 'react-i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import { readCookie } from './cookies.ts';

/** A language the interface is written in, by the specification's code. */
export type Language = { code: 'en' | 'ae'; name: string };

/** The languages of the interface, each with its default name, in the language itself. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'ae', name: 'العربية' },
];

export function directionOf(code: string): 'ltr' | 'rtl' {
  return code === 'ae' ? 'rtl' : 'ltr';
}

/** Returns the locale in which `Intl` formats figures and days for a language. */
export function intlLocaleOf(code: string): 'en-GB' | 'ar-AE' {
  return code === 'ae' ? 'ar-AE' : 'en-GB';
}

/** Returns the value of the `lang` attribute: the specification writes Arabic as `ae`. */
export function htmlLanguageOf(code: string): 'en' | 'ar' {
  return code === 'ae' ? 'ar' : 'en';
}

/** Returns the current language's code and rerenders the component when it changes. */
export function useLanguage(): Language['code'] {
  const { i18n: current } = useTranslation([]);
  return current.resolvedLanguage === 'ae' ? 'ae' : 'en';
}

/**
 * Starts the translations. Each feature has one file per language under `/locales`, loaded when a
 * page that needs it opens; the translations of a first visit may be in one file.
 * The specification sets the numbers of parallel reads and retries.
 */
export async function startLanguages(preloadedTranslations?: string): Promise<void> {
  const resources =
    preloadedTranslations === undefined
      ? undefined
      : await readPreloadedTranslations(preloadedTranslations);
  i18next.on('languageChanged', rememberLanguage);
  const started = i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      ...(resources && { resources, partialBundledLanguages: true }),
      initAsync: false,
      lng: detectedLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages.map(({ code }) => code),
      load: 'languageOnly',
      ns: ['app'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      saveMissing: true,
      saveMissingTo: 'current',
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        addPath: '/locales/add/{{lng}}/{{ns}}',
        requestOptions: (payload) => (payload === undefined ? {} : { headers: addHeaders() }),
      },
    });
  countAsArabic(i18next);
  await started;
}

/** Returns undefined if the file does not arrive: each namespace is then loaded by itself. */
async function readPreloadedTranslations(address: string): Promise<Resource | undefined> {
  try {
    const answer = await fetch(address);
    // The build has written the translations in this shape.
    return answer.ok ? ((await answer.json()) as Resource) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the headers of a report of a missing key, which needs the token because it changes state
 * on the server.
 */
function addHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '',
  };
}

/**
 * Returns the language that first-paint.js has detected. It follows the specification's order: the
 * query, the cookie, local storage, session storage, the browser's languages, the document.
 */
function detectedLanguage(): Language['code'] {
  return document.documentElement.lang === 'ar' ? 'ae' : 'en';
}

function rememberLanguage(code: string): void {
  try {
    localStorage.setItem('i18nextLng', code);
  } catch {
    // The browser refuses storage: the language lasts until the page is closed.
  }
}

/**
 * Makes plurals follow Arabic rules: `Intl` does not know `ae` and would use the browser's
 * language.
 */
function countAsArabic({ services }: i18n): void {
  const { pluralResolver } = services;
  const ruleOf = pluralResolver.getRule.bind(pluralResolver);
  pluralResolver.getRule = (code: string, options?: object) =>
    ruleOf(htmlLanguageOf(code), options);
}
