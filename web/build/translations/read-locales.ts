import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of a language: by namespace, then by key with dots for the nesting. */
export type Locale = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads a folder of translation files, and namespaces that are built from other sources. */
export function readLocale(folder: string, built: Readonly<Record<string, object>> = {}): Locale {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const read = files.map((name): [string, unknown] => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  ]);
  return new Map(
    [...read, ...Object.entries(built)].map(([namespace, texts]) => [
      namespace,
      new Map(flatten(texts, '')),
    ]),
  );
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) {
    throw new Error(`${path} is neither text nor a group of texts`);
  }
  return Object.entries(value).flatMap(([name, child]) =>
    flatten(child, path === '' ? name : `${path}.${name}`),
  );
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** Returns the key as passed to `t`, without its plural suffix. */
export function baseKey(key: string): string {
  return key.replace(pluralForm, '');
}

export function pluralForms(keys: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const key of keys) {
    const form = pluralForm.exec(key)?.[1];
    if (form) forms.set(baseKey(key), [...(forms.get(baseKey(key)) ?? []), form]);
  }
  return forms;
}
