import type { Instalment } from '@bursar/contracts/servicing/loans';
import type { Queryable } from '../../../platform/database.ts';

export type InstalmentRow = {
  readonly number: number;
  readonly dueOn: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly feeMinor: number;
  readonly penaltyMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly feePaidMinor: number;
  readonly penaltyPaidMinor: number;
  /**
   * The accrual of interest, if principal was prepaid or terms changed since the previous due date;
   * null otherwise.
   */
  readonly accrual: Instalment['accrual'];
  /** Whether the instalment claims back refunded credit that payments no longer cover. */
  readonly isClaim?: boolean;
};

/** SQL expression for the `accrual` of a row of `instalments`. */
export const accrualOf = (sql: Queryable) => sql`case when accrues_from is not null
  then jsonb_build_object('fromOn', accrues_from, 'carriedMinor', carried_minor,
    'earnedMinor', earned_minor, 'balanceMinor', bearing_minor) end`;

/** Checks in SQL whether a row of `instalments` claims a refund back. */
export const isClaimIn = (sql: Queryable) => sql`exists (
  select from refund_claims claim
  where claim.portfolio_id = instalments.portfolio_id and claim.loan_id = instalments.loan_id
    and claim.instalment_number = instalments.number)`;

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export function listInstalments(sql: Queryable, { portfolioId, loanId }: LoanKey) {
  return sql<InstalmentRow[]>`
    select number, due_on, principal_minor, interest_minor, fees_minor as fee_minor,
      penalties_minor as penalty_minor,
      principal_paid_minor, interest_paid_minor, fees_paid_minor as fee_paid_minor,
      penalties_paid_minor as penalty_paid_minor, ${accrualOf(sql)} as accrual, ${isClaimIn(sql)} as is_claim
    from instalments
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    order by due_on, number`;
}

/** Lists the instalments of several loans in one query, by loan. */
export async function listInstalmentsOf(
  sql: Queryable,
  portfolioId: string,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InstalmentRow[]>> {
  const rows = await sql<{ loanId: string; instalments: InstalmentRow[] }[]>`
    select named.loan_id, schedule.instalments
    from unnest(${[...loanIds]}::uuid[]) named (loan_id)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('number', number, 'dueOn', due_on,
        'principalMinor', principal_minor, 'interestMinor', interest_minor, 'feeMinor', fees_minor,
        'penaltyMinor', penalties_minor, 'principalPaidMinor', principal_paid_minor,
        'interestPaidMinor', interest_paid_minor, 'feePaidMinor', fees_paid_minor,
        'penaltyPaidMinor', penalties_paid_minor, 'accrual', ${accrualOf(sql)},
        'isClaim', ${isClaimIn(sql)}) order by due_on, number) as instalments
      from instalments
      where portfolio_id = ${portfolioId} and loan_id = named.loan_id
      having count(*) > 0
    ) schedule`;
  return new Map(rows.map(({ loanId, instalments }) => [loanId, instalments]));
}

export function remainingOf(row: InstalmentRow): number {
  return (
    row.principalMinor -
    row.principalPaidMinor +
    (row.interestMinor - row.interestPaidMinor) +
    (row.feeMinor - row.feePaidMinor) +
    (row.penaltyMinor - row.penaltyPaidMinor)
  );
}
