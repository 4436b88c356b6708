import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookEntries, type LoanEntry } from '../ledger/ledger.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type NewClaim = LoanKey & {
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  readonly sourceId: string;
  readonly scheduleVersion: number;
  readonly madeBy: string | null;
  readonly madeAt: string;
};

/**
 * Makes refunded credit owed again, as the principal of an additional instalment row. The caller
 * passes the amount that payments no longer cover. Call this before posting the movement that
 * removes the credit, because credit must never fall below zero.
 */
export async function claimRefund(transaction: Transaction, made: NewClaim): Promise<void> {
  const { portfolioId, loanId, amountMinor, valueDate, sourceId, madeBy, madeAt } = made;
  const id = uuidv7();
  const entry: LoanEntry = {
    id: uuidv7(),
    loanId,
    currency: made.currency,
    event: 'claim-refund',
    sourceId: id,
    valueDate,
    lines: linesOf([
      ['loans-receivable', amountMinor],
      ['borrower-credit', -amountMinor],
    ]),
  };
  const posting = { portfolioId, postedBy: madeBy, postedAt: madeAt };
  await transaction`
    with claimed as (
      insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
      select ${portfolioId}, ${loanId}, max(number) + 1, ${valueDate}, ${amountMinor}, 0
      from instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      returning number
    ), claim as (
      insert into refund_claims (portfolio_id, id, loan_id, instalment_number, amount_minor,
        value_date, source_id, schedule_version, made_by, made_at)
      select ${portfolioId}, ${id}, ${loanId}, number, ${amountMinor}, ${valueDate}, ${sourceId},
        ${made.scheduleVersion}, ${madeBy}, ${madeAt}
      from claimed
    ), owed as (
      update loan_state set
        outstanding_principal_minor = outstanding_principal_minor + ${amountMinor},
        credit_minor = credit_minor + ${amountMinor}
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ), ${bookEntries(transaction, posting, [entry])}
    select 1`;
}

/** Returns the amount that was refunded to a loan's borrower and not claimed back yet. */
export async function readClaimable(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<number> {
  const [row] = await sql<{ claimableMinor: number }[]>`
    select greatest(0, coalesce((
        select sum(case event when 'refund-credit' then amount_minor else -amount_minor end)
        from credit_refunds where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      ), 0) - coalesce((
        select sum(amount_minor) from refund_claims
        where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      ), 0))::bigint as claimable_minor`;
  return row?.claimableMinor ?? 0;
}
