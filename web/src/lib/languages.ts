import i18next, { type i18n, type Resource } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { useTranslation } from 'react-i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import { readCookie } from './cookies.ts';

/** A language the interface is written in, by the specification's code. */
export type Language = { code: 'en' | 'ae'; name: string };

/** The languages where none are configured; each is named in itself. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'ae', name: 'العربية' },
];

/** Which way a language is read. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return code === 'ae' ? 'rtl' : 'ltr';
}

/** The locale in which `Intl` writes figures and days for a language. */
export function intlLocaleOf(code: string): 'en-GB' | 'ar-AE' {
  return code === 'ae' ? 'ar-AE' : 'en-GB';
}

/** The language of the page as the `lang` attribute names it: `ae` is the specification's Arabic. */
export function htmlLanguageOf(code: string): 'en' | 'ar' {
  return code === 'ae' ? 'ar' : 'en';
}

/** The current language's code, kept current in the component that uses it. */
export function useLanguage(): Language['code'] {
  const { i18n: current } = useTranslation([]);
  return current.resolvedLanguage === 'ae' ? 'ae' : 'en';
}

/**
 * Starts the translations. Words lie in one file per feature and language under `/locales` and
 * are read when the page that needs them opens; those of a first visit may lie in one file, too.
 * The numbers are the specification's.
 */
export async function startLanguages(firstWords?: string): Promise<void> {
  const resources = firstWords === undefined ? undefined : await readFirstWords(firstWords);
  const started = i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      ...(resources && { resources, partialBundledLanguages: true }),
      initAsync: false,
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
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        caches: ['localStorage'],
        convertDetectedLanguage: languagePartOf,
      },
    });
  countAsArabic(i18next);
  await started;
}

/** Where they do not arrive, each namespace is read, and read again, by itself. */
async function readFirstWords(address: string): Promise<Resource | undefined> {
  try {
    const answer = await fetch(address);
    // The build has written them in this shape.
    return answer.ok ? ((await answer.json()) as Resource) : undefined;
  } catch {
    return undefined;
  }
}

/** Reporting a missing key changes state on the server. */
function addHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '',
  };
}

/** `en` of `en-GB`; a browser that asks for Arabic means the specification's `ae`. */
function languagePartOf(detected: string): string {
  const part = detected.toLowerCase().split(/[-_]/)[0] ?? detected;
  return part === 'ar' ? 'ae' : part;
}

/** `ae` is no language to `Intl`, which would count in the browser's own: it counts in Arabic. */
function countAsArabic({ services }: i18n): void {
  const { pluralResolver } = services;
  const ruleOf = pluralResolver.getRule.bind(pluralResolver);
  pluralResolver.getRule = (code: string, options?: object) =>
    ruleOf(htmlLanguageOf(code), options);
}
