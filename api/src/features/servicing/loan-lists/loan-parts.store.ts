import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

type LoanPart = 'due' | 'disbursed' | 'boarded' | 'purpose' | 'grade';

/**
 * Selects the stored sums of loans and the changes that are not folded into them yet: see
 * docs/decisions/0100-sums-of-loans-by-part.md. A part that is a day is a text such as
 * `2026-06-15`, which sorts as the day does.
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
