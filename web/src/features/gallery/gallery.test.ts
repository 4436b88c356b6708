import { pagePaths, routes } from '@bursar/contracts/routes';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Part } from './part.ts';
import { sourceOf } from './source-of.ts';

const parts = import.meta.glob<Part>('./parts/**/*.tsx', { import: 'part', eager: true });
const sources = import.meta.glob<string>('./parts/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const addressOf = (file: string) => file.replace('./parts', '').replace('.tsx', '');
const described = Object.keys(parts).map(addressOf);
const sections = /^\/(components|elements|forms|datatables|tables)\b/;

it('every address of the gallery has its file, and every file its address', () => {
  const documented = pagePaths.filter(
    (path) => routes[path].group === 'gallery' && sections.test(path),
  );
  expect(documented.filter((path) => !described.includes(path))).toEqual([]);
  expect(described.filter((path) => !pagePaths.some((known) => known === path))).toEqual([]);
});

describe.each(Object.entries(parts))('%s', (file, part) => {
  it('has at least two examples, each with the code that it runs', () => {
    const names = Object.keys(part.examples);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      expect(sourceOf(sources[file] ?? '', name)).toContain(`function ${name}(`);
    }
  });

  it.each(['en', 'ae'])('says all there is to say in %s', (code) => {
    const name = file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length);
    const own = read(code, namespaceOf(addressOf(file)))[name];
    const keys = [
      'about',
      'use',
      'other',
      ...Object.keys(part.examples).flatMap((one) => [
        `examples.${one}.title`,
        `examples.${one}.note`,
      ]),
      ...part.components.flatMap(({ properties }) =>
        properties.map((property) => `properties.${property.name}`),
      ),
    ];
    expect(keys.filter((key) => typeof at(own, key) !== 'string')).toEqual([]);
    const general = read(code, 'gallery');
    const unknown = part.keyboard.filter(({ does }) => !at(general, `keys.${does}`));
    expect(unknown).toEqual([]);
  });
});

/** Uses the same rule as `app/routes.ts`. */
function namespaceOf(address: string): string {
  const segment = address.split('/')[1] ?? '';
  const section = segment === 'datatables' ? 'tables' : segment;
  return sections.test(address) ? `gallery-${section}` : 'gallery-more';
}

function read(code: string, namespace: string): Record<string, unknown> {
  const file = new URL(`../../../public/locales/${code}/${namespace}.json`, import.meta.url);
  // The translations test checks this shape.
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

function at(words: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((inner, step) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([name]) => name === step)?.[1];
  }, words);
}
