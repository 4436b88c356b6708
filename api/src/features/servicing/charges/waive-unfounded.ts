import type { WaivedPenalty } from '@bursar/contracts/servicing/payments';
import { uuidv7 } from 'uuidv7';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { listUnfoundedPenalties, retainPenalties } from '../loan-account/owed-penalties.store.ts';
import { requestWaiver, waiveCharge } from './waive-charge.ts';

type Waiving = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly reason: string;
  /**
   * The payment that made the penalties unjustified, with the ids of the charges that its user
   * decided to retain.
   */
  readonly payment?: { readonly id: string; readonly retained: readonly string[] };
};

/**
 * Waives the penalties that are no longer justified after a back-dated or reversed payment or an
 * undone reschedule. A second person decides if the rule requires it, and always if the user may
 * not waive. Each waiver is followed by a new check, because it may make a later penalty
 * unjustified too.
 */
export async function waiveUnfounded(
  transaction: Transaction,
  { portfolioId, loanId, reason, payment }: Waiving,
  context: CommandContext,
): Promise<readonly WaivedPenalty[]> {
  const key = { portfolioId, loanId };
  const { runWithin } = context.session.permissions.has('waive-charge')
    ? waiveCharge
    : requestWaiver;
  const waived: WaivedPenalty[] = [];
  const left = new Set(payment?.retained);
  for (;;) {
    const unfounded = await listUnfoundedPenalties(transaction, key);
    const chargeIds = unfounded.map(({ chargeId }) => chargeId).filter((id) => left.has(id));
    if (payment && chargeIds.length > 0) {
      await retainPenalties(transaction, { ...key, paymentId: payment.id, chargeIds });
    }
    const next = unfounded.find(({ chargeId }) => !left.has(chargeId));
    if (!next) return waived;
    const { chargeId, amountMinor } = next;
    const command = { id: uuidv7(), loanId, chargeId, amountMinor, reason };
    const cause = { lostReason: true, causedBy: payment?.id ?? null };
    const done = await runWithin(transaction, { ...command, ...cause }, context);
    if (!done.ok) throw new Error(`penalty ${chargeId} was not waived: ${done.refusal.code}`);
    // Remember the penalty, so that a part that is still charged without justification is not
    // waived again.
    left.add(chargeId);
    waived.push({ ...next, outcome: done.value.outcome });
  }
}
