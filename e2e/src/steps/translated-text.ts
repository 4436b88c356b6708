import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PagePath, routes } from '@bursar/contracts/routes';
import { homeFolder } from '@bursar/tools/home-folder';
import type { Language } from './themes.ts';

/** Returns the text of a translation key (`assignments:action.assign`) in a language. */
export function textOf(language: Language, key: string): string {
  const found = find(language, key);
  if (found === undefined) throw new Error(`${key} says nothing in ${language}.`);
  return found;
}

/**
 * Returns the title of a page in a language. The titles of gallery pages are in the namespace of
 * the gallery.
 */
export function titleOf(path: PagePath, language: Language): string {
  const key = `title.${routes[path].title}`;
  return find(language, `app:${key}`) ?? textOf(language, `gallery:${key}`);
}

function find(language: Language, key: string): string | undefined {
  const [file = '', path = ''] = key.split(':');
  const found = path.split('.').reduce<unknown>(
    // A missing key gives undefined.
    (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
    JSON.parse(
      readFileSync(join(homeFolder, `web/public/locales/${language}/${file}.json`), 'utf8'),
    ),
  );
  return typeof found === 'string' ? found : undefined;
}
