import { pagePaths } from '@bursar/contracts/routes';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pages } from './routes.ts';
import { titleWords } from './titles.ts';

it('every address that the contract does not keep for later has its one page', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(pagePaths.toSorted());
});

it.each(['en', 'ae'])('every page has its title among the words of %s', (code) => {
  const known = { app: titlesOf(code, 'app'), gallery: titlesOf(code, 'gallery') };
  const untitled = pagePaths.filter((path) => {
    const key = titleWords(path);
    const titles = key.startsWith('gallery:') ? known.gallery : known.app;
    return !((key.split('.').at(-1) ?? '') in titles);
  });
  expect(untitled).toEqual([]);
});

function titlesOf(code: string, namespace: string): object {
  const file = new URL(`../../public/locales/${code}/${namespace}.json`, import.meta.url);
  // The words test holds the file to this shape.
  return (JSON.parse(readFileSync(file, 'utf8')) as { title: object }).title;
}
