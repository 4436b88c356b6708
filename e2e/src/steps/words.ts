import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '@bursar/tools/home-folder';
import type { Language } from './looks.ts';

/** What a key of the web's words (`assignments:action.assign`) says in a language. */
export function say(language: Language, key: string): string {
  const [file = '', path = ''] = key.split(':');
  const found = path.split('.').reduce<unknown>(
    // What has no such member has no words either.
    (words, name) => (words as Record<string, unknown> | undefined)?.[name],
    JSON.parse(
      readFileSync(join(homeFolder, `web/public/locales/${language}/${file}.json`), 'utf8'),
    ),
  );
  if (typeof found !== 'string') throw new Error(`${key} says nothing in ${language}.`);
  return found;
}
