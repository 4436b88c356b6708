import { westernDigits } from './western-digits.ts';
import { lastOf } from './cut-text.ts';
import type { BorrowerKind } from './records/borrower-sorts.ts';
import type { Permission } from './access/permissions.ts';
import type { Role } from './roles.ts';

/** The kinds of record field, with their limits. A field without a value is null. */
type Kind =
  /** `known` values have translations; others are shown unchanged. */
  | {
      readonly kind: 'text';
      readonly min?: number;
      readonly max: number;
      readonly known?: readonly string[];
      /** The name of a person or a company: invisible characters are refused. */
      readonly isName?: true;
      /** Stored as capitals and digits only, so that spacing does not matter. */
      readonly isCode?: true;
    }
  | {
      readonly kind: 'count';
      readonly min: number;
      readonly max: number;
      readonly unit?: 'years';
    }
  | { readonly kind: 'money'; readonly isPositive?: true }
  | { readonly kind: 'rate'; readonly max: number }
  | { readonly kind: 'day' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'yes-no' };

/**
 * Definition of one record field. The field's key is its name in the API and the audit trail; its
 * column is the key in snake case; its label is `facts.<key>`. Absent options are off.
 */
export type Fact = Traits &
  (
    | (Kind & { readonly editedWith?: never })
    /**
     * The permission to change the field; without one it is read-only. Amounts, rates and days are
     * always read-only, because an import or an application sets them.
     */
    | (Extract<Kind, { readonly kind: 'text' | 'count' | 'choice' | 'yes-no' }> & {
        readonly editedWith?: Permission;
      })
  );

type Traits = {
  readonly isRequired?: true;
  /** Unique within a portfolio, by an index named `<table>_<column>_once`. */
  readonly isUnique?: true;
  /** Roles that see only the last characters of the value, in every list, page, file and record. */
  readonly masked?: { readonly from: readonly Role[]; readonly shows: number };
  readonly tape?: TapeNames;
  readonly list?: ListPlace;
  readonly exports?: true;
  /** Only borrowers of this kind have the field; for others it is hidden unless it has a value. */
  readonly concerns?: BorrowerKind;
  /** Searches match the whole value of this code, for all readers from whom it is not masked. */
  readonly searches?: true;
};

type TapeNames = {
  readonly isRequired?: true;
  /** The hint for this column in the template. */
  readonly description: string;
  /** The column's name in the template, if it is not the name from `fileNameOf`. */
  readonly name?: string;
  /** Other names that tapes use. */
  readonly also?: readonly string[];
  /** The import field, if it differs from the key without its unit. */
  readonly field?: string;
  /** The value to book if the tape has none. */
  readonly absent?: string;
};

type ListPlace = {
  /**
   * The column's id in the address, which also names its filter; bounds add `From` or `To` and the
   * unit.
   */
  readonly id: string;
  readonly filters?: true;
  /** A field that sorts, or has `isColumn`, has a separate column in `loan_list_rows`. */
  readonly sorts?: true;
  readonly isColumn?: true;
  /** Whether the list shows the column before the user chooses columns. */
  readonly isShown?: true;
};

export type Facts = Readonly<Record<string, Fact>>;

/** The type of a field's value, including null if the value may be unknown. */
export type FactValue<F extends Fact> =
  | (F extends { readonly choices: readonly (infer Choice)[] } ? Choice : PlainValues[F['kind']])
  | (F extends { readonly isRequired: true } ? never : null);

type PlainValues = {
  text: string;
  count: number;
  money: number;
  rate: string;
  day: string;
  choice: string;
  'yes-no': boolean;
};

/** The types of the values of a list of facts, by key. */
export type FactValues<F extends Facts> = { readonly [Key in keyof F]: FactValue<F[Key]> };

export type PlainValue = string | number | boolean;

type Trait = Exclude<keyof Fact, 'kind'>;
type KeysWith<F extends Facts, T extends Trait> = {
  [Key in keyof F]: T extends keyof F[Key] ? Key : never;
}[keyof F];

/** The fields of a list that have an option, such as `tape`. */
export type FactsWith<F extends Facts, T extends Trait> = Pick<F, KeysWith<F, T>>;

// TypeScript loses the keys of an object made from entries, so each of these functions states its
// result in an overload.
export function factsWith<F extends Facts, T extends Trait>(facts: F, trait: T): FactsWith<F, T>;
export function factsWith(facts: Facts, trait: Trait): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => trait in fact));
}

export function factsWithout<F extends Facts, K extends keyof F>(
  facts: F,
  keys: readonly K[],
): Omit<F, K>;
export function factsWithout(facts: Facts, keys: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([key]) => !keys.includes(key)));
}

export function keysOf<F extends Facts>(facts: F): (keyof F & string)[];
export function keysOf(facts: Facts): string[] {
  return Object.keys(facts);
}

/** Returns an object with a value for every fact of a list. */
export function mapFacts<F extends Facts>(
  facts: F,
  valueOf: (fact: Fact, key: keyof F & string) => PlainValue | null | undefined,
): FactValues<F>;
export function mapFacts(
  facts: Facts,
  valueOf: (fact: Fact, key: string) => PlainValue | null | undefined,
): Readonly<Record<string, PlainValue | null>> {
  const values: Record<string, PlainValue | null> = {};
  for (const [key, fact] of entriesOf(facts)) values[key] = valueOf(fact, key) ?? null;
  return values;
}

/** Returns the entries of a list of facts, cached because every row of a page uses them. */
function entriesOf(facts: Facts): readonly (readonly [string, Fact])[] {
  const known = knownEntries.get(facts) ?? Object.entries(facts);
  knownEntries.set(facts, known);
  return known;
}

const knownEntries = new WeakMap<Facts, readonly (readonly [string, Fact])[]>();

/** The text that replaces a masked value except its last characters. It also hides the length. */
export const MASK = '••••';

/** Returns the value as it appears to roles from which it is masked. */
export function maskedText({ masked }: Fact, text: string): string {
  return masked ? `${MASK}${lastOf(text, masked.shows)}` : text;
}

/** Returns the column of a field: `annual_income_minor` for `annualIncomeMinor`. */
export function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** Returns the name of a field in files: its column, without the unit of an amount. */
export function fileNameOf(key: string): string {
  return columnOf(key).replace(/_minor$/, '');
}

/**
 * Normalises a code for storage and comparison: capitals and Western digits, without separators.
 */
export function plainCode(text: string): string {
  return westernDigits(text.normalize('NFKC'))
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .toUpperCase();
}

/** The list column ids of facts, or only of facts that sort or filter. */
type ListIds<F extends Facts, T extends keyof ListPlace> = {
  [Key in keyof F]: F[Key] extends { readonly list: infer Place extends ListPlace }
    ? T extends keyof Place
      ? Place['id']
      : never
    : never;
}[keyof F];

export function listIdsOf<F extends Facts, T extends keyof ListPlace>(
  facts: F,
  trait: T,
): ListIds<F, T>[];
export function listIdsOf(facts: Facts, trait: keyof ListPlace): string[] {
  return Object.values(facts).flatMap(({ list }) => (list && trait in list ? [list.id] : []));
}

/** Kinds that can be sorted. */
type Sortable = Exclude<Fact['kind'], 'choice' | 'yes-no'>;

/** Maps the column id of each sortable fact to its sort. */
export function mapSorts<F extends Facts, Sort>(
  facts: F,
  sortOf: (key: string, kind: Sortable) => Sort,
): Record<ListIds<F, 'sorts'>, Sort>;
export function mapSorts<Sort>(
  facts: Facts,
  sortOf: (key: string, kind: Sortable) => Sort,
): Record<string, Sort> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, { kind, list }]) =>
      list?.sorts && kind !== 'choice' && kind !== 'yes-no' ? [[list.id, sortOf(key, kind)]] : [],
    ),
  );
}

/** The import fields of facts: `annualIncome` for `annualIncomeMinor`. */
type TapeFieldNames<F extends Facts> = {
  [Key in keyof F & string]: F[Key] extends { readonly tape: infer Tape }
    ? Tape extends { readonly field: infer Field extends string }
      ? Field
      : Key extends `${infer Stem}Minor` | `${infer Stem}Percent`
        ? Stem
        : Key
    : never;
}[keyof F & string];

export function tapeFieldsOf<F extends Facts>(facts: F): TapeFieldNames<F>[];
export function tapeFieldsOf(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([key, fact]) =>
    fact.tape ? [tapeFieldOf(key, fact)] : [],
  );
}

export function tapeFieldOf(key: string, { tape }: Fact): string {
  return tape?.field ?? key.replace(/(Minor|Percent)$/, '');
}
