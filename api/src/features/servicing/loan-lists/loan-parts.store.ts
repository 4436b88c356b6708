import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

type LoanPart = 'due' | 'disbursed' | 'boarded' | 'purpose' | 'grade';

/**
 * Selects the stored sums of loans and the changes since they were folded, both by part: see
 * docs/decisions/0100-sums-of-loans-by-part.md. Days are texts such as `2026-06-15`, which sort as
 * days do.
 */
export function loanParts(sql: Queryable, kinds: readonly [LoanPart, ...LoanPart[]]): Fragment {
  const sums = (table: 'loan_part_sums' | 'loan_part_changes') => sql`
    select portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor
    from ${sql(table)} where kind = any(${[...kinds]}::text[])`;
  return sql`(${sums('loan_part_sums')} union all ${sums('loan_part_changes')})`;
}

/** Returns a day as the text by which loans are summed. */
export const partOfDay = (sql: Queryable, day: Fragment): Fragment =>
  sql`to_char(${day}, 'YYYY-MM-DD')`;
