import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

export type Difference = {
  /** The record that differs: a loan's reference, the id of a payment or transaction, or a day. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
};

export type ReconciliationCheck = {
  readonly id: string;
  /** The statement that is true if the check passes. */
  readonly holds: string;
  /** Returns one row per difference: `subject`, `expected`, `found`. */
  readonly differences: (sql: Queryable) => Fragment;
};

/** Formats the reference of `loan` in the statement. */
export function referenceOf(sql: Queryable): Fragment {
  return sql`'L-' || lpad(loan.reference_number::text, 6, '0')`;
}
