import { westernDigits } from '@bursar/contracts/western-digits';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from './database.ts';

export type Fragment = PendingQuery<Row[]>;

/**
 * Joins conditions with `and`. The type requires at least one, which is usually the scope of the
 * caller.
 */
export function allOf(sql: Queryable, conditions: readonly [Fragment, ...Fragment[]]): Fragment {
  const [first, ...rest] = conditions;
  return rest.reduce((all, condition) => sql`${all} and ${condition}`, first);
}

/**
 * Joins conditions with `or`; an empty list matches nothing. The brackets keep an adjacent scope
 * condition in force.
 */
export function anyOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return sql`(${conditions.reduce((any, condition) => sql`${any} or ${condition}`, sql`false`)})`;
}

/**
 * Matches texts that contain every typed word, in any order, regardless of case and accents. `form`
 * is a result of the SQL function `search_form`: a stored column, or a call of the function.
 */
export function matchesSearch(sql: Queryable, form: Fragment, typed: string): Fragment {
  const [first, ...others] = typed.trim().split(/\s+/);
  const has = (word: string) => hasWord(sql, form, word);
  return allOf(sql, [has(first ?? ''), ...others.map(has)]);
}

/**
 * Matches texts that contain the typed word. Numbers are stored in Western digits, and notes and
 * names as they were typed, so a word with Arabic digits matches in either spelling.
 */
export function hasWord(sql: Queryable, form: Fragment, typed: string): Fragment {
  const has = (word: string) => sql`${form} like search_pattern(${word})`;
  const western = westernDigits(typed);
  return western === typed ? has(typed) : sql`(${has(typed)} or ${has(western)})`;
}

type Days = {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The time zone in which the rows' moments are shown. */
  readonly timeZone: string;
};

/** Returns conditions that a moment is on one of the days; either end of the days may be absent. */
export function onDays(
  sql: Queryable,
  moment: Fragment,
  { from, to, timeZone }: Days,
): readonly Fragment[] {
  return [
    ...(from ? [sql`${moment} >= ${from}::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`${moment} < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ];
}
