import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PagePath, routes } from '@bursar/contracts/routes';
import { homeFolder } from '@bursar/tools/home-folder';
import type { Language } from './themes.ts';

/** What a key of the web's words (`assignments:action.assign`) says in a language. */
export function say(language: Language, key: string): string {
  const found = find(language, key);
  if (found === undefined) throw new Error(`${key} says nothing in ${language}.`);
  return found;
}

/** The title of a page in a language; those of the gallery's parts stand with the gallery's words. */
export function titleOf(path: PagePath, language: Language): string {
  const key = `title.${routes[path].title}`;
  return find(language, `app:${key}`) ?? say(language, `gallery:${key}`);
}

function find(language: Language, key: string): string | undefined {
  const [file = '', path = ''] = key.split(':');
  const found = path.split('.').reduce<unknown>(
    // What has no such member has no words either.
    (words, name) => (words as Record<string, unknown> | undefined)?.[name],
    JSON.parse(
      readFileSync(join(homeFolder, `web/public/locales/${language}/${file}.json`), 'utf8'),
    ),
  );
  return typeof found === 'string' ? found : undefined;
}
