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
  const [, language, width, height, settings] =
    /^(en|ae) (\d{3,4})x(\d{3,4}) (usual|own)$/.exec(cookies['view'] ?? '') ?? [];
  if (settings === 'own') return null;
  if (language === 'en' || language === 'ae') {
    return { language, screen: { width: Number(width), height: Number(height) } };
  }
  return {
    language: languageOf(headers['accept-language'] ?? ''),
    screen: /\bMobi/.test(headers['user-agent'] ?? '') ? phone : desk,
  };
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
