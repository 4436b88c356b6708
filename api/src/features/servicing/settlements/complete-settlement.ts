import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { holdForTime } from '../charges/charge-missing.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { restateLoan } from '../loan-account/loan-state.store.ts';
import { insertWriteOff } from '../loan-account/write-off-state.store.ts';
import { readWriteOffBalances } from '../write-offs/write-offs.store.ts';
import { listPaidSettlements, markCompleted } from './settlements.store.ts';

type Completing = {
  readonly portfolioId: string;
  readonly loanId: string;
  /** The value date of the write-off. */
  readonly on: string;
  readonly now: Date;
};

/**
 * Writes off the remaining principal of a loan whose settlement was paid, in the name of the user
 * who approved it. If the loan's status allows no write-off, it only marks the settlement as
 * completed. A settlement is completed only once, even if its write-off is undone afterwards.
 */
export async function completeSettlement(
  transaction: Transaction,
  { portfolioId, loanId, on, now }: Completing,
): Promise<void> {
  const loan = await holdForTime(transaction, { portfolioId, loanId });
  // A payment may have been reversed while we waited for the lock.
  const [settlement] = await listPaidSettlements(transaction, { portfolioId, on, loanId });
  if (!loan || !settlement) return;
  const { id, reason, approvedBy } = settlement;
  const moved = moveAlong(loan.status, 'write-off');
  if (!moved.ok) {
    await markCompleted(transaction, { portfolioId, id, on, writeOffId: null });
    return;
  }
  await restateLoan(transaction, { portfolioId, loanId });
  const before = await readWriteOffBalances(transaction, { portfolioId, loanId });
  const writeOffId = uuidv7();
  await insertWriteOff(transaction, {
    portfolioId,
    loanId,
    id: writeOffId,
    event: 'write-off-loan',
    currency: loan.currency,
    valueDate: on,
    principalMinor: before.outstandingMinor,
    reason,
    madeBy: approvedBy,
    madeAt: now.toISOString(),
  });
  await markCompleted(transaction, { portfolioId, id, on, writeOffId });
  const after = await readWriteOffBalances(transaction, { portfolioId, loanId });
  await recordAudit(transaction, {
    portfolioId,
    // No user acts: the write-off follows from the payments and the day.
    actorId: null,
    event: 'write-off-loan',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status, ...before },
    after: {
      status: moved.value,
      ...after,
      currency: loan.currency,
      valueDate: on,
      reason,
      promiseId: id,
    },
    requestId: null,
    at: now,
  });
}
