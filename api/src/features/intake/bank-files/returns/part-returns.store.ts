import type { Queryable, Transaction } from '../../../../platform/database.ts';
import type { InPortfolio } from '../match/match-lines.store.ts';
import { paymentsOfLine } from '../match/line-payments.store.ts';

/** A payment of a split line, with the reversal that returns it. */
export type PartReversal = { readonly paymentId: string; readonly reversalId: string };

type ReturnKey = InPortfolio & { readonly returnLineId: string };

type NewPartReturns = ReturnKey & {
  readonly splitLineId: string;
  readonly parts: readonly PartReversal[];
};

/** Stores which reversal returns each part of a split line. */
export async function insertPartReturns(
  transaction: Transaction,
  { portfolioId, returnLineId, splitLineId, parts }: NewPartReturns,
): Promise<void> {
  await transaction`
    insert into bank_part_returns (portfolio_id, return_line_id, payment_id, reversal_id,
      split_line_id, number)
    select ${portfolioId}, ${returnLineId}, sent."paymentId", sent."reversalId", ${splitLineId},
      paid.number
    from jsonb_to_recordset(${transaction.json(parts.map((part) => ({ ...part })))})
      as sent("paymentId" uuid, "reversalId" uuid)
    join bank_file_lines line on line.portfolio_id = ${portfolioId} and line.id = ${splitLineId}
    join lateral ${paymentsOfLine(transaction)} paid on paid.payment_id = sent."paymentId"`;
}

/**
 * Lists the reversals of a confirmed return that were made and not undone, in the order of the
 * loans, in which all commands on several loans lock them.
 */
export async function listPartReversals(
  sql: Queryable,
  { portfolioId, returnLineId }: ReturnKey,
): Promise<readonly PartReversal[]> {
  return sql<PartReversal[]>`
    select part.payment_id, part.reversal_id from bank_part_returns part
    join payment_reversals reversal on reversal.portfolio_id = part.portfolio_id
      and reversal.id = part.reversal_id
    where part.portfolio_id = ${portfolioId} and part.return_line_id = ${returnLineId}
      and part.posted_again_id is null
    order by reversal.loan_id, part.payment_id`;
}

/** Stores the payment that undo posted again for a part. */
export async function setPostedAgain(
  transaction: Transaction,
  { portfolioId, reversalId, paymentId }: InPortfolio & PartReversal,
): Promise<void> {
  await transaction`
    update bank_part_returns set posted_again_id = ${paymentId}
    where portfolio_id = ${portfolioId} and reversal_id = ${reversalId}`;
}

/**
 * Deletes the parts of an ended return that undo did not post again, because their reversals were
 * never made.
 */
export async function deleteUnmade(
  transaction: Transaction,
  { portfolioId, returnLineId }: ReturnKey,
): Promise<void> {
  await transaction`
    delete from bank_part_returns
    where portfolio_id = ${portfolioId} and return_line_id = ${returnLineId}
      and posted_again_id is null`;
}

/** Lists the reversals of a return whose payments undo posted again, each with the new payment. */
export async function listPostedAgain(
  sql: Queryable,
  { portfolioId, returnLineId }: ReturnKey,
): Promise<readonly PartReversal[]> {
  return sql<PartReversal[]>`
    select posted_again_id as payment_id, reversal_id from bank_part_returns
    where portfolio_id = ${portfolioId} and return_line_id = ${returnLineId}
      and posted_again_id is not null`;
}
