import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from './database.ts';

/** A piece of a statement, to be put into another. */
export type Fragment = PendingQuery<Row[]>;

/** All of the conditions; at least one is always there, the caller's scope. */
export function allOf(sql: Queryable, conditions: readonly [Fragment, ...Fragment[]]): Fragment {
  const [first, ...rest] = conditions;
  return rest.reduce((all, condition) => sql`${all} and ${condition}`, first);
}

/** Any one of the conditions; of none, nothing is true. */
export function anyOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((any, condition) => sql`${any} or ${condition}`, sql`false`);
}

/** A pattern for `ilike` that finds the text anywhere, its own % and _ taken literally. */
export function anywhere(text: string): string {
  return `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
