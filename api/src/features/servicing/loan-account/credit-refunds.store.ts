import type { Refund } from '@bursar/contracts/servicing/unapplied-funds';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookEntries, type LoanEntry } from '../ledger/ledger.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type NewRefund = LoanKey & {
  readonly id: string;
  readonly event: 'refund-credit' | 'undo-refund';
  readonly undoesId: string | null;
  readonly amountMinor: number;
  readonly method: Refund['method'];
  readonly currency: string;
  readonly valueDate: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/**
 * Inserts a refund or its undo, updates the credit balance, and books the ledger entry, in one
 * statement.
 */
export async function insertRefund(transaction: Transaction, made: NewRefund): Promise<void> {
  const { portfolioId, loanId, id, event, undoesId, amountMinor, method, valueDate } = made;
  const givenMinor = event === 'refund-credit' ? amountMinor : -amountMinor;
  const entry: LoanEntry = {
    id: uuidv7(),
    loanId,
    currency: made.currency,
    event,
    sourceId: id,
    valueDate,
    lines: linesOf([
      ['borrower-credit', givenMinor],
      ['cash', -givenMinor],
    ]),
  };
  const posting = { portfolioId, postedBy: made.madeBy, postedAt: made.madeAt };
  await transaction`
    with refund as (
      insert into credit_refunds (portfolio_id, id, loan_id, event, undoes_id, amount_minor, method,
        value_date, reason, made_by, made_at)
      values (${portfolioId}, ${id}, ${loanId}, ${event}, ${undoesId}, ${amountMinor}, ${method},
        ${valueDate}, ${made.reason}, ${made.madeBy}, ${made.madeAt})
    ), state as (
      update loan_state set credit_minor = credit_minor - ${givenMinor}, version = version + 1
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ), ${bookEntries(transaction, posting, [entry])}
    select 1`;
}
