import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from './database.ts';

/** A piece of a statement, to be put into another. */
export type Fragment = PendingQuery<Row[]>;

/** All of the conditions; at least one is always there, the caller's scope. */
export function allOf(sql: Queryable, conditions: readonly [Fragment, ...Fragment[]]): Fragment {
  const [first, ...rest] = conditions;
  return rest.reduce((all, condition) => sql`${all} and ${condition}`, first);
}

/** Any one of the conditions; of none, nothing is true. In its own brackets: a scope beside it stays one. */
export function anyOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return sql`(${conditions.reduce((any, condition) => sql`${any} or ${condition}`, sql`false`)})`;
}

/**
 * Whether every word that was typed is part of the text, in any order, without case and accents.
 * `form` is what `search_form` makes of the text: a column that is kept in it, or the call itself.
 */
export function hasWords(sql: Queryable, form: Fragment, typed: string): Fragment {
  const [first, ...others] = typed.trim().split(/\s+/);
  const has = (word: string) => sql`${form} like search_pattern(${word})`;
  return allOf(sql, [has(first ?? ''), ...others.map(has)]);
}
