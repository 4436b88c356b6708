import { pagePaths, routes } from '@bursar/contracts/routes';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { furtherPages } from './further-pages.ts';
import { pageAt, pages } from './routes.ts';
import { pageTitle } from './titles.ts';

it('every address of the contract has exactly one page', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(pagePaths.toSorted());
});

it('every page without preloaded translations is listed once, as a further page or in the gallery', () => {
  const isKnown = (path: string) => Object.keys(furtherPages).includes(path);
  const first = pages.filter(({ namespaces }) => namespaces.length > 0).map(({ path }) => path);
  expect(first.filter(isKnown)).toEqual([]);
  const further = pagePaths.filter((path) => !first.includes(path));
  const inGallery = further.filter((path) => routes[path].group === 'gallery');
  // `gallery.test` checks these against their files.
  expect(further.filter((path) => !isKnown(path) && !inGallery.includes(path))).toEqual([]);
});

it.each([
  ['/', '/'],
  ['/allloan', '/allloan'],
  ['/AllLoan/', '/allloan'],
  ['/edit-user/7', '/edit-user/:id'],
  ['/edit-user', '*'],
  ['/nowhere/at/all', '*'],
  ['/%E0%A4%A', '*'],
])('the address %s opens the page %s', (address, path) => {
  expect(pageAt(address)?.path).toBe(path);
});

it.each(['en', 'ae'])('every page has its title in the translations of %s', (code) => {
  const known = { app: titlesOf(code, 'app'), gallery: titlesOf(code, 'gallery') };
  const untitled = pagePaths.filter((path) => {
    const key = pageTitle(path);
    const titles = key.startsWith('gallery:') ? known.gallery : known.app;
    return !((key.split('.').at(-1) ?? '') in titles);
  });
  expect(untitled).toEqual([]);
});

function titlesOf(code: string, namespace: string): object {
  const file = new URL(`../../public/locales/${code}/${namespace}.json`, import.meta.url);
  // The translations test checks this shape.
  return (JSON.parse(readFileSync(file, 'utf8')) as { title: object }).title;
}
