import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

/** One place where the books say two things. */
export type Difference = {
  /** What it is about: a loan's reference, a payment's or a transaction's id, a day. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
};

export type BookCheck = {
  readonly id: string;
  /** What holds in books that are whole. */
  readonly holds: string;
  /** One row a difference: `subject`, `expected`, `found`. */
  readonly differences: (sql: Queryable) => Fragment;
};

/** How a loan is called, of `loan` in the statement. */
export function referenceOf(sql: Queryable): Fragment {
  return sql`'L-' || lpad(loan.reference_number::text, 6, '0')`;
}
