import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

export type Difference = {
  /** The record that differs, such as a loan's reference or the id of a payment. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
};

export type ReconciliationCheck = {
  readonly id: string;
  /** The statement that is true if the check passes. */
  readonly holds: string;
  /** Returns a query with one row per difference: `subject`, `expected`, `found`. */
  readonly differences: (sql: Queryable) => Fragment;
};

/** Formats the reference of `loan` in the statement. */
export function referenceOf(sql: Queryable): Fragment {
  return sql`'L-' || lpad(loan.reference_number::text, 6, '0')`;
}
