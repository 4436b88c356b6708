import { failureStatus } from '@bursar/contracts/failure-status';
import type { FailureSentence } from '@bursar/contracts/failure-sentences/failure-sentence';
import { failureSentences } from '@bursar/contracts/failure-sentences/failure-sentences';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { englishFailureTexts } from '../failure-texts.ts';
import { baseKey, type Locale, pluralForms, readLocale } from './read-locales.ts';
import { readSource, readSources } from './read-sources.ts';

const web = fileURLToPath(new URL('../..', import.meta.url));
const sources = readSources(`${web}/src`);
const en = readLocale(`${web}/public/locales/en`, { failures: englishFailureTexts() });
const ae = readLocale(`${web}/public/locales/ae`);
const keysOf = (namespace: string) => new Set([...(en.get(namespace)?.keys() ?? [])].map(baseKey));
const allKeys = [...en.keys()].flatMap((namespace) =>
  [...keysOf(namespace)].map((key) => ({ namespace, key })),
);

describe('the English and the Arabic translations', () => {
  it('are in the same files', () => {
    expect([...ae.keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  it.each([...en.keys()])('have the same keys in %s', (namespace) => {
    const arabic = new Set([...(ae.get(namespace)?.keys() ?? [])].map(baseKey));
    expect([...arabic].toSorted()).toEqual([...keysOf(namespace)].toSorted());
  });

  it.each([
    ['en', en, 'en'],
    ['ae', ae, 'ar'],
  ] as const)('have every plural form of %s', (_, locale, language) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [namespace, texts] of locale) {
      for (const [key, forms] of pluralForms(texts.keys())) {
        // A language may have a separate text for a count of zero.
        const counted = forms.filter((form) => form !== 'zero' || needed.includes('zero'));
        expect([namespace, key, counted.toSorted()]).toEqual([namespace, key, needed]);
      }
    }
  });

  it('contain the same placeholders', () => {
    for (const { namespace, key } of allKeys) {
      if (differentInArabic.has(`${namespace}:${key}`)) continue;
      const arabic = holesOf(ae, namespace, key);
      expect([namespace, key, arabic]).toEqual([namespace, key, holesOf(en, namespace, key)]);
    }
  });

  it('are not left in English', () => {
    const untranslated = [...ae].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([, text]) => isLeftInEnglish(text))
        .map(([key, text]) => `${namespace}:${key} = ${text}`),
    );
    expect(untranslated).toEqual([]);
  });

  it('place tanwin before its alif throughout', () => {
    const alifFirst = [...ae].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([, text]) => text.includes('\u0627\u064B'))
        .map(([key, text]) => `${namespace}:${key} = ${text}`),
    );
    expect(alifFirst).toEqual([]);
  });

  it('keep ranges of figures in order in Arabic', () => {
    const reversed = [...ae].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([, text]) => /(?<![\u2066\d])\d+–\d/.test(text))
        .map(([key, text]) => `${namespace}:${key} = ${text}`),
    );
    expect(reversed).toEqual([]);
  });
});

describe('hints below fields', () => {
  it.each([
    ['English', en],
    ['Arabic', ae],
  ] as const)('end with a full stop in %s', (_, locale) => {
    const open = [...locale].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([key, text]) => /hint(_\w+)?$/i.test(key) && !/[.?؟…]\P{L}*$/u.test(text))
        .map(([key]) => `${namespace}:${key}`)
        .filter((key) => !insideFields.test(key)),
    );
    expect(open).toEqual([]);
  });

  /** Placeholders inside a field, and the text of a link. */
  const insideFields = /searchHint$|:filter\.loanHint$|:field\.dayOffRuleHint$/;
});

describe('the translations and the sources', () => {
  it('contain every namespace that a page loads', () => {
    const missing = sources.flatMap(({ file, loaded }) =>
      loaded.filter((namespace) => !en.has(namespace)).map((namespace) => `${file}: ${namespace}`),
    );
    expect(missing).toEqual([]);
    expect(new Set(sources.flatMap(({ loaded }) => loaded)).size).toBeGreaterThan(30);
  });

  it('contain every key that a component uses', () => {
    const missing = sources.flatMap(({ file, namespaces, usedKeys }) =>
      usedKeys
        .filter((key) => !isThere(key, namespaces))
        .map((key) => `${file} asks for ${key} in ${namespaces.join(', ') || 'any namespace'}`),
    );
    expect(missing).toEqual([]);
  });

  it('contain no unused key', () => {
    const strings = new Set(sources.flatMap((source) => source.strings));
    const patterns = [...strings].filter(isKeyPattern);
    const unused = allKeys
      .filter(({ namespace, key }) => !strings.has(key) && !strings.has(`${namespace}:${key}`))
      .filter(({ namespace, key }) => !patterns.some((one) => covers(one, namespace, key)))
      .filter(({ namespace, key }) => !isAskedByPattern(namespace, key))
      .map(({ namespace, key }) => `${namespace}:${key}`);
    expect(unused).toEqual([]);
  });

  it.each([
    ['English', en],
    ['Arabic', ae],
  ] as const)('have an %s sentence with the same details for every failure', (_, texts) => {
    for (const [code, sentence] of Object.entries(failureSentences)) {
      expect([...(texts.get('failures')?.keys() ?? [])].map(baseKey)).toContain(code);
      expect([code, holesOf(texts, 'failures', code)]).toEqual([code, detailsOf(sentence)]);
    }
  });

  it('have no sentence for an unknown failure', () => {
    const own = ['network_unreachable'];
    const known = new Set([...Object.keys(failureStatus), ...own]);
    const sentences = [...keysOf('failures')].filter((key) => !key.startsWith('obstacle.'));
    expect(sentences.filter((key) => !known.has(key))).toEqual([]);
  });

  it('leave no text in a component', () => {
    const literals = sources.flatMap(({ file, literals: texts }) =>
      texts.map((text) => `${file}: ${text}`),
    );
    expect(literals).toEqual([]);
  });
});

describe('readSource', () => {
  it('finds keys, namespaces and literal text in all forms', () => {
    const found = readSource(
      'Example.tsx',
      `function Example({ on, kind }) {
         const { t } = useTranslation('example');
         return <p title="Plain words" className="not words">
           {t(on ? 'yes' : 'no')} {t(\`kind.\${kind}\`)} {'More words'} text
         </p>;
       }`,
    );
    expect(found.namespaces).toEqual(['example']);
    expect(found.usedKeys).toEqual(['yes', 'no', 'kind.*']);
    expect(found.literals.toSorted()).toEqual(['More words', 'Plain words', 'text']);
  });
});

function isThere(usedKey: string, namespaces: readonly string[]): boolean {
  const [namespace, key] = usedKey.includes(':') ? usedKey.split(':', 2) : [undefined, usedKey];
  const candidates = namespace === undefined ? namespaces : [namespace];
  return allKeys.some(
    (one) =>
      (candidates.length === 0 || candidates.includes(one.namespace)) &&
      (one.key === key || (key?.includes('*') && patternOf(key).test(one.key))),
  );
}

/**
 * Returns whether a template looks like keys, such as `title.*`, not like a class name or an
 * address.
 */
function isKeyPattern(text: string): boolean {
  return /^[\w:.*-]+$/.test(text) && /[A-Za-z]/.test(text) && /[.:]/.test(text) && /\*/.test(text);
}

function isAskedByPattern(namespace: string, key: string): boolean {
  return sources
    .filter((source) => source.namespaces.includes(namespace))
    .some((source) =>
      source.usedKeys.some((one) => one.includes('*') && covers(one, namespace, key)),
    );
}

function covers(pattern: string, namespace: string, key: string): boolean {
  return patternOf(pattern).test(pattern.includes(':') ? `${namespace}:${key}` : key);
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(escape).join('.+')}$`);
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
}

/** The server explains a column in English only, so the Arabic sentence points to the template. */
const differentInArabic = new Set(['imports:finding.column_missing']);

/**
 * The placeholders in a key's texts, over all plural forms: one and two need not spell the number.
 */
function holesOf(locale: Locale, namespace: string, key: string): readonly string[] {
  const texts = [...(locale.get(namespace) ?? [])].filter(([name]) => baseKey(name) === key);
  const holes = texts.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)/g)]);
  return [...new Set(holes.map(([, name]) => name ?? ''))].toSorted();
}

/** The names of the details in a sentence, in order. */
function detailsOf(sentence: FailureSentence): readonly string[] {
  const texts = typeof sentence === 'string' ? [sentence] : Object.values(sentence);
  const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(names)].map(String).toSorted();
}

/**
 * Returns whether a text has Latin letters but no Arabic ones. Names of products and formats do not
 * count, because they are the same in every language.
 */
function isLeftInEnglish(text: string): boolean {
  const rest = text
    .replaceAll(/\{\{[^}]*\}\}/g, '')
    .replaceAll(/\b(Bursar|CSV|XLSX|PNG|PDF|ID|USD|UTF|Mac OS Roman)\b/g, '');
  return /[A-Za-z]/.test(rest) && !/\p{Script=Arabic}/u.test(rest);
}
