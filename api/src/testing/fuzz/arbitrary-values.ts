import fc from 'fast-check';
import { NAME_FORM } from '@bursar/contracts/visible-names';
import type { z } from 'zod';
import { oddCursors, oddDays, oddIds, oddInstants, oddNumbers, oddTexts } from './odd-values.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A placeholder for a row's id or a cursor. The value is chosen when the call is sent, because rows
 * may change before then.
 */
export class Wish {
  readonly kind: string;
  readonly whose: 'own' | 'foreign';
  readonly nth: number;
  constructor(kind: string, whose: 'own' | 'foreign', nth: number) {
    this.kind = kind;
    this.whose = whose;
    this.nth = nth;
  }
}

/** A placeholder for the word that all texts of the caller's portfolio contain. */
export const MARK = '@mark@';

/** Generates values for a JSON Schema: most are valid, some at or beyond its limits. */
export function arbitraryOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const ordinary = ordinaryOf(schema, name);
  const odd = oddOf(schema, name);
  if (odd.length === 0) return ordinary;
  return fc.oneof(
    { weight: 8, arbitrary: ordinary },
    { weight: 1, arbitrary: fc.constantFrom<unknown[]>(...odd) },
  );
}

function ordinaryOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { enum: choices, anyOf, oneOf, const: only } = schema;
  if (only !== undefined) return fc.constant(only);
  if (choices) return fc.constantFrom<unknown[]>(...choices);
  const variants = [anyOf ?? [], oneOf ?? []].flat().filter(isSchema);
  if (variants.length > 0) return fc.oneof(...variants.map((one) => arbitraryOf(one, name)));
  const known = ordinaryByName[name];
  switch (schema.type) {
    case 'object':
      return objectOf(schema, name);
    case 'array':
      return listOf(schema, name);
    case 'string':
      return known ?? textOf(schema, name);
    case 'integer':
    case 'number':
      return known ?? numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null;

function objectOf({ properties = {}, required = [] }: JsonSchema, name: string) {
  // An id within a reference must exist, while a command's own id must be new.
  const nameOf = (key: string) => (key === 'id' && isReference.test(name) ? name : key);
  const parts = Object.fromEntries(
    Object.entries(properties).flatMap(([key, schema]) =>
      isSchema(schema) ? [[key, arbitraryOf(schema, nameOf(key))] as const] : [],
    ),
  );
  // Filters have many fields, and only calls that set one or two of them find rows.
  const optional = Object.keys(parts).filter((key) => !required.includes(key));
  return fc
    .tuple(fc.record(parts), fc.subarray(optional), fc.boolean())
    .map(([whole, some, few]) => {
      const chosen = new Set([...required, ...(few ? some.slice(0, 2) : some)]);
      return Object.fromEntries(Object.entries(whole).filter(([key]) => chosen.has(key)));
    });
}

function listOf({ items, minItems = 0, maxItems = 4 }: JsonSchema, name: string) {
  const item = isSchema(items) ? arbitraryOf(items, name) : fc.jsonValue();
  return fc.array(item, {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(4, maxItems)),
  });
}

function textOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  switch (formatOf(schema)) {
    case 'uuid':
      return idOf(name);
    case 'date':
      return nearDay;
    case 'date-time':
      return nearDay.map((day) => `${day}T09:30:00.000Z`);
    default:
  }
  const { pattern, minLength = 0, maxLength = 200 } = schema;
  // Names accept almost any text: their pattern only excludes invisible characters.
  const isFormed = pattern !== undefined && formatOf(schema) !== NAME_FORM;
  if (isFormed) return fc.stringMatching(new RegExp(pattern));
  if (maxLength < MARK.length + 12) return fc.string({ minLength, maxLength });
  return fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `${MARK} ${text}`);
}

/** Returns the format of a schema. Zod puts a format with an additional pattern into `allOf`. */
function formatOf({ format, allOf = [] }: JsonSchema): string | undefined {
  if (format !== undefined) return format;
  return allOf.map(formatOf).find((inner) => inner !== undefined);
}

function numberOf({ minimum = -1_000_000, maximum = 1_000_000 }: JsonSchema) {
  const min = Math.max(minimum, -1_000_000);
  return fc.oneof(
    fc.integer({ min, max: Math.min(maximum, min + 50) }),
    fc.integer({ min, max: maximum }),
  );
}

const BASE = Date.UTC(2026, 5, 15);
const nearDay = fc
  .oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -2, max: 2 }))
  .map((days) => new Date(BASE + days * 86_400_000).toISOString().slice(0, 10));

// Generates ids without bias, so that two callers never get the same id, which would look like a
// leak.
const anyId = fc.noBias(fc.uuid());
const isReference = /^(target|portfolio)$/;

/**
 * Generates mostly new ids for `id`, and for other fields mostly ids of the caller's portfolio.
 * Some ids are of another portfolio and must give no access, and some do not exist.
 */
function idOf(name: string): fc.Arbitrary<unknown> {
  const wish = (whose: 'own' | 'foreign') =>
    fc.nat({ max: 10_000 }).map((nth) => new Wish(name, whose, nth));
  if (name === 'id') {
    return fc.oneof(
      { weight: 8, arbitrary: anyId },
      { weight: 1, arbitrary: wish('own') },
      { weight: 1, arbitrary: wish('foreign') },
    );
  }
  return fc.oneof(
    { weight: 7, arbitrary: wish('own') },
    { weight: 2, arbitrary: wish('foreign') },
    { weight: 1, arbitrary: anyId },
  );
}

/**
 * Values by field name, for fields in which a random value rarely passes the first check of a
 * command.
 */
const ordinaryByName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  currency: fc.oneof(
    { weight: 3, arbitrary: fc.constant('USD') },
    { weight: 3, arbitrary: fc.constantFrom('EUR', 'JPY', 'XTS') },
  ),
  timeZone: fc.constantFrom('UTC', 'Europe/London', 'Pacific/Auckland', 'Mars/Olympus'),
  email: fc.nat({ max: 10_000 }).map((n) => `${MARK}.${n}@bursar.example`),
  phone: fc.constantFrom('', '+14155550123', '+442079460958', '12'),
  version: fc.integer({ min: 0, max: 5 }),
  amountMinor: fc.integer({ min: 1, max: 20_000 }),
  secondsAgo: fc.integer({ min: 0, max: 600 }),
  expectedCount: fc.integer({ min: 0, max: 9 }),
  limit: fc.integer({ min: 1, max: 60 }),
  employmentYears: fc.integer({ min: 0, max: 20 }),
  fileName: fc.constantFrom('tape.csv', 'slip.pdf', 'card.png', 'a/b.csv', '.csv', 'virus.exe'),
  q: fc.constantFrom('a', 'Borrower', MARK, '%', '1', 'L-000001', '_'),
  list: fc.constantFrom('loans', 'staff'),
  value: fc.constantFrom('+14155550123', `${MARK}@bursar.example`, `${MARK} street 1`),
  search: fc.constantFrom('?view=all', ''),
  after: fc.oneof(
    fc.constantFrom(...oddCursors),
    fc.nat({ max: 10_000 }).map((nth) => new Wish('cursor', 'own', nth)),
  ),
};

/** Returns rare values of the schema's type; some are invalid. */
function oddOf(schema: JsonSchema, name: string): readonly unknown[] {
  if (name === 'after') return [];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [...oddNumbers, schema.minimum, schema.maximum].filter((value) => value !== undefined);
    case 'string':
      return oddTextsOf(schema);
    default:
      return [];
  }
}

function oddTextsOf(schema: JsonSchema): readonly unknown[] {
  if (schema.enum) return ['', 'nothing', '__proto__'];
  switch (formatOf(schema)) {
    case 'uuid':
      return oddIds;
    case 'date':
      return oddDays;
    case 'date-time':
      return oddInstants;
    default:
      return [
        ...oddTexts,
        'y'.repeat(schema.maxLength ?? 1000),
        'z'.repeat((schema.maxLength ?? 0) + 1),
      ];
  }
}
