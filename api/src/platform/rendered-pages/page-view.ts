import type { Language } from '@bursar/contracts/languages';
import type { PageView } from '@bursar/contracts/rendered-pages';
import type { FastifyRequest } from 'fastify';

/** The usual window sizes of a desktop browser and a phone. */
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * Returns the settings with which the browser will show a page: those of its last page, from the
 * cookie `view` of `first-paint.js`, or those that its headers suggest. Null if the user has
 * changed the display settings.
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

/** Returns the header's first language that Bursar supports, or English. */
function languageOf(acceptLanguage: string): Language {
  const known = acceptLanguage
    .toLowerCase()
    .split(',')
    .map((range) => /^\s*(en|ar|ae)\b/.exec(range)?.[1])
    .find((code) => code !== undefined);
  return known === 'ar' || known === 'ae' ? 'ae' : 'en';
}
