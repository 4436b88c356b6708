import type { Queryable } from '../../../platform/database.ts';

/** A loan's write-off: its day, the amount recovered since, and what its schedule still claims. */
export type Loss = {
  /** Null if the day is unknown. */
  readonly writtenOffOn: string | null;
  readonly recoveredMinor: number;
  readonly recoverableMinor: number;
};

export async function readLoss(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<Loss> {
  const [loss] = await sql<Loss[]>`
    select recovered.amount as recovered_minor,
      greatest(claimed.amount - recovered.amount, 0) as recoverable_minor,
      -- A loss that came with a tape stands in the ledger alone.
      coalesce((
        select value_date from loan_write_offs
        where portfolio_id = ${portfolioId} and loan_id = ${loanId} and event = 'write-off-loan'
        order by number desc limit 1
      ), (
        select max(value_date) from ledger_transactions
        where portfolio_id = ${portfolioId} and loan_id = ${loanId} and event = 'write-off-loan'
      )) as written_off_on
    from (
      select coalesce(sum(recovered_minor), 0)::bigint as amount from standing_payments
      where portfolio_id = ${portfolioId} and loan_id = ${loanId} and reversal_id is null
    ) recovered, (
      select coalesce(sum(principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor), 0)::bigint as amount
      from instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ) claimed`;
  if (!loss) throw new Error(`nothing was reckoned of loan ${loanId}`);
  return loss;
}
