import type { SplitReturn } from '@bursar/contracts/intake/bank-files';
import type { ConfirmBankReturn, UndoBankReturn } from '@bursar/contracts/intake/bank-returns';
import type { FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { FailureCode } from '@bursar/contracts/failure-status';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { reversePayment } from '../../../servicing/payments/reverse-payment.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { derivedId } from '../stored/line-identity.ts';
import { setSplitReturned, type OutgoingLine } from './bank-returns.store.ts';
import {
  deleteUnmade,
  insertPartReturns,
  listPartReversals,
  listPostedAgain,
  setPostedAgain,
  type PartReversal,
} from './part-returns.store.ts';
import { postAgain } from './post-again.ts';

type Returning = {
  readonly key: LineKey;
  readonly line: OutgoingLine;
  readonly split: SplitReturn;
  readonly confirmation: InputOf<ConfirmBankReturn>['body'];
};

/** Reverses all payments of a split line or none, each by a separate reversal. */
export async function returnSplitLine(
  transaction: Transaction,
  { key, line, split, confirmation: { id, reason } }: Returning,
  context: PortfolioContext,
): Promise<Outcome<null, FailureOf<ConfirmBankReturn>>> {
  const { portfolioId, bankFileId, bankLineId } = key;
  const outcomes = new Set<string>();
  const reversed = await allOrNone(transaction, async (savepoint) => {
    const parts: PartReversal[] = [];
    // Reversing in the order of the loans avoids deadlocks.
    const inOrder = split.parts.toSorted((one, other) => (one.loan.id < other.loan.id ? -1 : 1));
    for (const { paymentId, loan } of inOrder) {
      const reversalId = derivedId(id, paymentId);
      const command = { id: reversalId, loanId: loan.id, paymentId, reason };
      const made = await reversePayment.runWithin(savepoint, command, context);
      if (!made.ok) return made;
      // A replayed id belongs to a reversal that did not come from this line.
      if (made.value.replayed) return refuse('id_reused_with_different_content');
      outcomes.add(made.value.outcome);
      parts.push({ paymentId, reversalId });
    }
    await setSplitReturned(savepoint, { portfolioId, id: bankLineId, returnId: id, split });
    await insertPartReturns(savepoint, {
      portfolioId,
      returnLineId: bankLineId,
      splitLineId: split.lineId,
      parts,
    });
    return succeed(null);
  });
  if (!reversed.ok) return reversed;
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'confirm-bank-return',
    subject: 'bank-file',
    subjectId: bankFileId,
    before: { line: line.number, state: line.state },
    after: {
      line: line.number,
      state: 'returned',
      kind: 'split',
      amountMinor: split.amountMinor,
      feeMinor: split.feeMinor,
      payments: split.parts.length,
      outcome: [...outcomes].join(', '),
    },
  });
  return succeed(null);
}

type Undoing = { readonly portfolioId: string; readonly line: OutgoingLine; readonly id: string };

/**
 * Posts the reversed payments of a split line again, all or none. The new ids are derived from
 * `id`, so that a retry is recognised.
 */
export function undoSplitReturn(
  transaction: Transaction,
  { portfolioId, line, id }: Undoing,
  context: PortfolioContext,
): Promise<Outcome<null, FailureOf<UndoBankReturn>>> {
  const key = { portfolioId, returnLineId: line.id };
  return allOrNone(transaction, async (savepoint) => {
    for (const { paymentId, reversalId } of await listPartReversals(savepoint, key)) {
      const again = derivedId(id, reversalId);
      const posted = await postAgain(savepoint, { paymentId, id: again }, context);
      if (!posted.ok) return posted;
      await setPostedAgain(savepoint, { portfolioId, reversalId, paymentId: again });
    }
    await deleteUnmade(savepoint, key);
    return succeed(null);
  });
}

/** Returns whether this undo was carried out before. */
export async function isSplitUndone(
  sql: Queryable,
  { portfolioId, returnLineId, id }: ReturnedLine & { readonly id: string },
): Promise<boolean> {
  const again = await listPostedAgain(sql, { portfolioId, returnLineId });
  return again.some(({ paymentId, reversalId }) => paymentId === derivedId(id, reversalId));
}

type ReturnedLine = { readonly portfolioId: string; readonly returnLineId: string };

/** Runs steps in a savepoint, and rolls them back if one of them is refused. */
async function allOrNone<Code extends FailureCode>(
  transaction: Transaction,
  run: (savepoint: Transaction) => Promise<Outcome<null, Code>>,
): Promise<Outcome<null, Code>> {
  const refused: Outcome<null, Code>[] = [];
  const rollback = new Error('a part of a split line was refused');
  try {
    await transaction.savepoint(async (savepoint) => {
      const made = await run(savepoint);
      if (made.ok) return;
      refused.push(made);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return refused[0] ?? succeed(null);
}
