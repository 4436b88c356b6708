import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookEntries } from '../ledger/ledger.store.ts';
import { statusAfterIn } from './loan-can.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/**
 * A loan's write-off: its day, the amount recovered since, and the amount that can still be
 * recovered.
 */
export type WriteOffState = {
  /** Null if the day is unknown. */
  readonly writtenOffOn: string | null;
  readonly recoveredMinor: number;
  readonly recoverableMinor: number;
};

export async function readWriteOffState(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<WriteOffState> {
  const [loss] = await sql<WriteOffState[]>`
    select recovered.amount as recovered_minor,
      greatest(claimed.amount - recovered.amount, 0) as recoverable_minor,
      -- A write-off that came with a tape is only in the ledger.
      coalesce((
        select value_date from loan_write_offs
        where portfolio_id = ${portfolioId} and loan_id = ${loanId} and event = 'write-off-loan'
        order by number desc limit 1
      ), (
        select max(value_date) from ledger_transactions
        where portfolio_id = ${portfolioId} and loan_id = ${loanId} and event = 'write-off-loan'
      )) as written_off_on
    from (
      select coalesce(sum(recovered_minor), 0)::bigint as amount from effective_payments
      where portfolio_id = ${portfolioId} and loan_id = ${loanId} and reversal_id is null
    ) recovered, (
      select coalesce(sum(principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor), 0)::bigint as amount
      from instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ) claimed`;
  if (!loss) throw new Error(`no write-off state for loan ${loanId}`);
  return loss;
}

export type WriteOffEvent = 'write-off-loan' | 'undo-write-off';

export type NewWriteOff = LoanKey & {
  readonly id: string;
  readonly event: WriteOffEvent;
  readonly currency: string;
  readonly valueDate: string;
  readonly principalMinor: number;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/** Inserts a write-off or its undo, the loan's new state and the ledger entry in one statement. */
export async function insertWriteOff(transaction: Transaction, made: NewWriteOff): Promise<void> {
  const { portfolioId, loanId, currency, id, event, valueDate, principalMinor } = made;
  const isLoss = event === 'write-off-loan';
  const lostMinor = isLoss ? principalMinor : -principalMinor;
  const posting = { portfolioId, postedBy: made.madeBy, postedAt: made.madeAt };
  const lines = linesOf([
    ['write-off-expense', lostMinor],
    ['loans-receivable', -lostMinor],
  ]);
  const status = transaction`status`;
  await transaction`
    with written as (
      insert into loan_write_offs
        (portfolio_id, id, loan_id, event, value_date, principal_minor, reason, made_by, made_at)
      values (${portfolioId}, ${id}, ${loanId}, ${event}, ${valueDate}, ${principalMinor},
        ${made.reason}, ${made.madeBy}, ${made.madeAt})
    ), ${bookEntries(transaction, posting, [
      { id: uuidv7(), loanId, currency, event, sourceId: id, valueDate, lines },
    ])}
    update loan_state set
      status = ${statusAfterIn(transaction, isLoss ? 'write-off' : 'undo-write-off', status)},
      outstanding_principal_minor = outstanding_principal_minor - ${lostMinor}::bigint,
      written_off_principal_minor = written_off_principal_minor + ${lostMinor}::bigint,
      version = version + 1
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
}
