import type { Language } from '@bursar/contracts/languages';
import type { PageView } from '@bursar/contracts/rendered-pages';
import type { FastifyRequest } from 'fastify';

/** A desk's usual window, and a usual phone. */
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * Returns how the browser will show a page: as it showed the last one, by the cookie `view` of
 * `first-paint.js`, or as its headers suggest. Null if the reader has changed the display settings.
 */
export function pageViewOf({
  cookies,
  headers,
}: Pick<FastifyRequest, 'cookies' | 'headers'>): PageView | null {
  const view = cookies['view'] ?? '';
  if (view.endsWith(' own')) return null;
  const [, language, width, height, theme] =
    /^(en|ae) (\d{3,4})x(\d{3,4}) (light|dark|system)$/.exec(view) ?? [];
  if (isLanguage(language) && isTheme(theme)) {
    return { language, theme, screen: { width: Number(width), height: Number(height) } };
  }
  return {
    theme: 'light',
    language: languageOf(headers['accept-language'] ?? ''),
    screen: /\bMobi/.test(headers['user-agent'] ?? '') ? phone : desk,
  };
}

function isLanguage(text: string | undefined): text is Language {
  return text === 'en' || text === 'ae';
}

function isTheme(text: string | undefined): text is PageView['theme'] {
  return text === 'light' || text === 'dark' || text === 'system';
}

/** The first language of the header that the product is written in, or English. */
function languageOf(acceptLanguage: string): Language {
  const known = acceptLanguage
    .toLowerCase()
    .split(',')
    .map((range) => /^\s*(en|ar|ae)\b/.exec(range)?.[1])
    .find((code) => code !== undefined);
  return known === 'ar' || known === 'ae' ? 'ae' : 'en';
}
