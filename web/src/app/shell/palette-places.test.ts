import { readFileSync } from 'node:fs';
import { roles } from '@bursar/contracts/roles';
import { expect, it } from 'vitest';
import { rankItems } from '../../ui/palette/rank-items.ts';
import { linkedPages } from './navigation.ts';
import { isDemoPage } from '../sections.ts';
import { pagesWithSynonyms, palettePlaces } from './palette-places.ts';

const texts = (language: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../public/locales/${language}/palette.json`, import.meta.url),
      'utf8',
    ),
  ) as { synonyms: Record<string, string>; places: Record<string, string> };

it.each(roles)('every page of the role %s that is no demo page has synonyms', (role) => {
  const further = new Set(['/auth/boxed-signin', '/login']);
  const pages = linkedPages(role).filter((path) => !isDemoPage(path) && !further.has(path));
  const missing = pages.filter((path) => !pagesWithSynonyms.has(path));
  expect(missing.filter((path) => !/create|-add|edit|preset|member/.test(path))).toEqual([]);
});

it.each(['en', 'ae'])('the words of pages and places exist in %s', (language) => {
  const { synonyms, places } = texts(language);
  expect(Object.keys(synonyms).toSorted()).toEqual([...pagesWithSynonyms].toSorted());
  for (const { key } of roles.flatMap((role) => palettePlaces[role])) {
    expect([places[key], places[`${key}Words`]]).not.toContain(undefined);
  }
});

it.each([
  ['backup', 'data'],
  ['smtp', 'mail'],
  ['holidays', 'rules'],
  ['upload excel', 'importTape'],
])('“%s” finds %s', (typed, key) => {
  const { places } = texts('en');
  const items = [...palettePlaces.admin, ...palettePlaces.user].map((place) => ({
    key: place.key,
    label: places[place.key] ?? '',
    keywords: places[`${place.key}Words`],
  }));
  expect(rankItems(items, typed)[0]?.key).toBe(key);
});
