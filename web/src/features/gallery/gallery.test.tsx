import { pagePaths, routes } from '@bursar/contracts/routes';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import { type ComponentType, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Still } from '../../ui/overlay/Still.tsx';
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

it('every address of the gallery has a file, and every file an address', () => {
  const documented = pagePaths.filter(
    (path) => routes[path].group === 'gallery' && sections.test(path),
  );
  expect(documented.filter((path) => !described.includes(path))).toEqual([]);
  expect(described.filter((path) => !pagePaths.some((known) => known === path))).toEqual([]);
});

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.entries(parts))('%s', (file, part) => {
  it('has at least two examples, each with the code that it runs', () => {
    const names = Object.keys(part.examples);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      expect(sourceOf(sources[file] ?? '', name)).toContain(`function ${name}(`);
    }
  });

  it('has pictures of its own examples only', () => {
    const names = Object.keys(part.examples);
    expect(Object.keys(part.stills ?? {}).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has whole types, and quotes the defaults that are texts', () => {
    const properties = part.components.flatMap((component) => component.properties);
    expect(properties.filter(({ type }) => type.includes('…'))).toEqual([]);
    const words = properties.filter(({ standard = '' }) => /^[a-z_][\w-]*$/.test(standard));
    expect(words.filter(({ standard }) => !/^(true|false)$/.test(standard ?? ''))).toEqual([]);
  });

  it.each(['en', 'ae'])('has a title and a sentence for each example in %s', (code) => {
    const name = file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length);
    const texts = read(code, namespaceOf(addressOf(file)))[name];
    const keys = Object.keys(part.examples);
    const expected = Object.fromEntries(
      keys.map((key) => [key, { title: expect.any(String), note: expect.any(String) }]),
    );
    expect(texts).toEqual({ examples: expected });
    const general = read(code, 'gallery');
    const unknown = part.keyboard.filter(({ does }) => !at(general, `keys.${does}`));
    expect(unknown).toEqual([]);
  });

  it.each(['en', 'ae'])('has every text of its examples in %s', async (code) => {
    expect((await renderExamples(part, code)).missing).toEqual([]);
  });

  it.each(['en', 'ae'])('has a unique name for each landmark of its page in %s', async (code) => {
    const { pages } = await renderExamples(part, code);
    const names = [...namesOfFrame(code), ...pages.flatMap(landmarksIn)];
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });
});

/** Names of the landmarks that surround the examples on each page. */
const namesOfFrame = (code: string) => [
  at(read(code, 'ui'), 'overlay.toasts'),
  at(read(code, 'gallery'), 'neighbours'),
  at(read(code, 'app'), 'menu.label'),
];

/**
 * The names of an example's landmarks: their own label, or the text of the element they refer to.
 * Examples with an overlay render only in the browser, so only the journeys check these.
 */
function landmarksIn(html: string): readonly string[] {
  const landmarks = html.match(/<(?:nav|section|aside)\b[^>]*>|<\w+[^>]*\brole="region"[^>]*>/g);
  return (landmarks ?? []).flatMap((tag) => {
    const label = /\baria-label="([^"]*)"/.exec(tag)?.[1];
    const id = /\baria-labelledby="([^"]*)"/.exec(tag)?.[1];
    const titled = id === undefined ? undefined : html.split(`id="${id}"`)[1];
    const title = titled?.replaceAll(/<svg.*?<\/svg>/g, '').match(/>([^<]+)</)?.[1];
    const name = label ?? title;
    return name === undefined ? [] : [name];
  });
}

/**
 * Renders the first state of each example and its picture, and collects the translation keys that no file has. Some
 * examples build keys from their data, so the keys in their source are not enough.
 */
async function renderExamples(part: Part, code: string) {
  vi.stubGlobal('document', { documentElement: { dir: 'ltr' } });
  const missing: string[] = [];
  const i18n = createInstance();
  await i18n.init({
    lng: code,
    fallbackLng: false,
    defaultNS: 'app',
    resources: { [code]: readAll(code) },
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => missing.push(`${namespace}:${key}`),
  });
  const draw = (Example: ComponentType) =>
    renderToString(
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MantineProvider>
            <MemoryRouter>
              <Suspense>
                <Example />
              </Suspense>
            </MemoryRouter>
          </MantineProvider>
        </QueryClientProvider>
      </I18nextProvider>,
    );
  const pages = Object.values(part.examples).map(draw);
  // Pictures are no landmarks, so that only their texts matter.
  for (const Picture of Object.values(part.stills ?? {})) {
    draw(() => (
      <Still>
        <Picture />
      </Still>
    ));
  }
  return { missing, pages };
}

/** Returns the namespace of a page's translations, by the same rule as `app/further-pages.ts`. */
function namespaceOf(address: string): string {
  const segment = address.split('/')[1] ?? '';
  const section = segment === 'datatables' ? 'tables' : segment;
  return sections.test(address) ? `gallery-${section}` : 'gallery-more';
}

function readAll(code: string): Record<string, Record<string, unknown>> {
  const files = readdirSync(new URL(`../../../public/locales/${code}/`, import.meta.url));
  const namespaces = files.map((file) => file.replace('.json', ''));
  return Object.fromEntries(namespaces.map((namespace) => [namespace, read(code, namespace)]));
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
