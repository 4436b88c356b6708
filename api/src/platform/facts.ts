import { columnOf, mapFacts, MASK } from '@bursar/contracts/fact-kinds';
import type { Fact, Facts, FactValues } from '@bursar/contracts/fact-kinds';
import type { Role } from '@bursar/contracts/roles';
import type { Fragment } from './conditions.ts';
import type { CopyColumns, CopyValue } from './copy-rows.ts';
import type { Queryable } from './database.ts';
import { plainDecimal } from './plain-decimal.ts';

/** The role that a statement reads for; 'books' is internal work, which sees everything. */
export type Reader = Role | 'books';

/** Selects a table's fact columns. Values masked for the reader are masked in the database. */
export function factColumns(
  sql: Queryable,
  facts: Facts,
  { alias, reader }: { alias: string; reader: Reader },
): Fragment {
  return columns(sql, facts, (key, fact) =>
    shown(sql, fact, { stored: sql`${sql(`${alias}.${columnOf(key)}`)}`, reader }),
  );
}

/**
 * Selects facts of `loan_list_rows listed`, from columns or from its `facts` JSON. The result is
 * cached per reader, because rebuilding dozens of fragments would be much of the cost of a page.
 */
export function listedFactColumns(sql: Queryable, facts: Facts, reader: Reader): Fragment {
  const ofReaders = listedColumns.get(facts) ?? new Map<Reader, Fragment>();
  listedColumns.set(facts, ofReaders);
  const known = ofReaders.get(reader);
  if (known) return known;
  const made = columns(sql, facts, (key, fact) =>
    shown(sql, fact, { stored: listedFact(sql, key, fact), reader }),
  );
  ofReaders.set(reader, made);
  return made;
}

const listedColumns = new WeakMap<Facts, Map<Reader, Fragment>>();

/** Selects one unmasked fact of `loan_list_rows listed`, for conditions and sort orders. */
export function listedFact(sql: Queryable, key: string, fact: Fact): Fragment {
  if (fact.list?.sorts ?? fact.list?.isColumn) return sql`listed.${sql(columnOf(key))}`;
  const text = sql`listed.facts ->> ${key}`;
  return fact.kind === 'text' || fact.kind === 'choice'
    ? sql`(${text})`
    : sql`(${text})::${sql.unsafe(castOf[fact.kind])}`;
}

const castOf = {
  count: 'bigint',
  money: 'bigint',
  rate: 'numeric',
  day: 'date',
  'yes-no': 'boolean',
} as const;

function columns(
  sql: Queryable,
  facts: Facts,
  valueOf: (key: string, fact: Fact) => Fragment,
): Fragment {
  const named = Object.entries(facts).map(
    ([key, fact]) => sql`${valueOf(key, fact)} as ${sql(columnOf(key))}`,
  );
  return named.reduce((all, column) => sql`${all}, ${column}`);
}

type Stored = { readonly stored: Fragment; readonly reader: Reader };

export function shown(sql: Queryable, fact: Fact, { stored, reader }: Stored): Fragment {
  return isMaskedFor(fact, reader)
    ? sql`${MASK}::text || right(${stored}, ${fact.masked?.shows ?? 0}::int)`
    : stored;
}

export function isMaskedFor({ masked }: Fact, reader: Reader): boolean {
  return masked !== undefined && masked.from.some((role) => role === reader);
}

/** Returns COPY columns for facts, read from the row's own values. */
export function factCopyColumns<Row, F extends Facts>(
  facts: F,
  valuesOf: (row: Row) => FactValues<F>,
): CopyColumns<Row>;
export function factCopyColumns<Row>(
  facts: Facts,
  valuesOf: (row: Row) => Readonly<Record<string, CopyValue | boolean>>,
): CopyColumns<Row> {
  return Object.fromEntries(
    Object.keys(facts).map((key) => [columnOf(key), (row: Row) => copyValue(valuesOf(row)[key])]),
  );
}

function copyValue(value: CopyValue | boolean | undefined): CopyValue {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}

/** Converts fact values to the form that an update takes. */
export function factUpdate(
  values: Readonly<Record<string, CopyValue | boolean>>,
): Record<string, CopyValue | boolean> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [columnOf(key), value]));
}

/** Formats rates without trailing zeros: numeric(10,6) comes back as `14.070000`. */
export function plainRates<F extends Facts>(facts: F, row: FactValues<F>): FactValues<F> {
  return mapFacts(facts, (fact, key) => {
    const value = row[key];
    return fact.kind === 'rate' && typeof value === 'string' ? plainDecimal(value) : value;
  });
}
