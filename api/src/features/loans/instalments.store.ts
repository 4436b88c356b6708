import type { Queryable } from '../../platform/database.ts';

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
};

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export function listInstalments(sql: Queryable, { portfolioId, loanId }: LoanKey) {
  return sql<InstalmentRow[]>`
    select number, due_on, principal_minor, interest_minor, fees_minor as fee_minor,
      penalties_minor as penalty_minor,
      principal_paid_minor, interest_paid_minor, fees_paid_minor as fee_paid_minor,
      penalties_paid_minor as penalty_paid_minor
    from instalments
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    order by number`;
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
