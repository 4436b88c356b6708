import type { UndoBankReturn } from '@bursar/contracts/intake/bank-returns';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { findPayment } from '../../../servicing/payments/payments.store.ts';
import { undoRefund } from '../../../servicing/unapplied-funds/refund-unapplied-funds.ts';
import { findRefund } from '../../../servicing/unapplied-funds/unapplied-funds.store.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { findLine } from '../stored/bank-lines.store.ts';
import { insertRepost } from '../match/line-payments.store.ts';
import { lockLine } from '../stored/line-states.store.ts';
import { clearReturned, listOutgoing, type OutgoingLine } from './bank-returns.store.ts';
import { postAgain } from './post-again.ts';
import { isSplitUndone, undoSplitReturn } from './return-split-line.ts';

type Undo = InputOf<UndoBankReturn>['body'];
type Undone = Outcome<AnswerOf<UndoBankReturn>, FailureOf<UndoBankReturn>>;

/**
 * Undoes a confirmed return: posts the reversed payments again, or undoes the refund. The line is
 * then open again, unless the undo of the refund waits for a second person. If posting or undoing
 * is refused, the whole undo is refused for the same reason.
 */
export async function undoBankReturn(
  database: Database,
  { id, reason, ...key }: LineKey & Undo,
  context: PortfolioContext,
): Promise<Undone> {
  try {
    return await database.begin((transaction) => undo(transaction, key, { id, reason }, context));
  } catch (error) {
    // Another transaction has just used this id.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

async function undo(
  transaction: Transaction,
  key: LineKey,
  { id, reason }: Undo,
  context: PortfolioContext,
): Promise<Undone> {
  const { portfolioId, bankLineId } = key;
  if (!(await lockLine(transaction, key))) return refuse('not_found');
  const [line] = await listOutgoing(transaction, { portfolioId, lineIds: [bankLineId] });
  const shown = await findLine(transaction, key);
  if (line?.state !== 'returned' || !shown?.returned) {
    // Recognise a retry of an undo that was carried out.
    const isRetry =
      (await hasEvent(transaction, { portfolioId, id })) ||
      (await isSplitUndone(transaction, { portfolioId, returnLineId: bankLineId, id }));
    return shown && isRetry ? succeed(shown) : refuse('bank_line_not_returned');
  }
  if (reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  const { outcome } = shown.returned;
  if (outcome === 'awaiting-approval') return refuse('bank_return_awaits_approval');
  // A second person may have approved only some of the reversals.
  if (line.returnKind === 'split') {
    const undone = await undoSplitReturn(transaction, { portfolioId, line, id }, context);
    if (!undone.ok) return undone;
  } else if (outcome === 'done') {
    const undone = await oppose(transaction, { line, id, reason }, context);
    if (!undone.ok) return undone;
    // The refund still counts until a second person approves its undo.
    if (undone.value === 'awaiting-approval') return succeed(shown);
  }
  await clearReturned(transaction, { portfolioId, id: bankLineId });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'undo-bank-return',
    subject: 'bank-file',
    subjectId: key.bankFileId,
    before: { line: line.number, state: 'returned', loanId: line.loanId },
    after: { line: line.number, state: 'left-out', reason: reason.trim() },
  });
  const written = await findLine(transaction, key);
  return written ? succeed(written) : refuse('not_found');
}

type EventKey = { readonly portfolioId: string; readonly id: string };

async function hasEvent(transaction: Transaction, key: EventKey): Promise<boolean> {
  return (
    (await findPayment(transaction, key)) !== null || (await findRefund(transaction, key)) !== null
  );
}

type Opposing = Undo & { readonly line: OutgoingLine };
type Opposed = Outcome<'done' | 'awaiting-approval', FailureOf<UndoBankReturn>>;

async function oppose(
  transaction: Transaction,
  { line, id, reason }: Opposing,
  context: PortfolioContext,
): Promise<Opposed> {
  const { returnId, returnedPaymentId, loanId } = line;
  if (loanId === null || returnId === null) throw new Error(`line ${line.id} has no return`);
  if (returnedPaymentId !== null) {
    const posted = await postAgain(transaction, { paymentId: returnedPaymentId, id }, context);
    if (!posted.ok) return posted;
    const portfolioId = context.portfolio.id;
    const repost = { portfolioId, paymentId: returnedPaymentId, postedAgainId: id };
    await insertRepost(transaction, repost);
    return posted;
  }
  if (!context.session.permissions.has('refund-credit')) return refuse('permission_missing');
  const undone = await undoRefund.runWithin(
    transaction,
    { id, loanId, refundId: returnId, reason },
    context,
  );
  return undone.ok ? succeed(undone.value.outcome) : undone;
}
