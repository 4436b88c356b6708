import { expect } from 'vitest';
import { readCharges } from '../features/servicing/loan-account/charges.store.ts';
import { listInstalments } from '../features/servicing/loan-account/instalments.store.ts';
import { isRecovering } from '../features/servicing/loan-account/loan-can.ts';
import { readLoanToPay } from '../features/servicing/loan-account/loan-state.store.ts';
import {
  countedSince,
  replayPayments,
} from '../features/servicing/loan-account/replay-payments.ts';
import { listEffectivePayments } from '../features/servicing/loan-account/reversals.store.ts';
import { listAgreedDues } from '../features/servicing/loan-account/schedule-versions.store.ts';
import type { Database } from '../platform/database.ts';
import type { TestPortfolio } from './arrange.ts';

/**
 * Removes the first payment of each loan and adds it again, which replays the later payments, and
 * expects the same allocations and instalments. Returns the number of loans that it did not skip.
 */
export async function expectReplayAlike(
  owner: Database,
  { portfolio, loans }: { portfolio: TestPortfolio; loans: readonly { readonly id: string }[] },
): Promise<number> {
  let replayed = 0;
  for (const { id: loanId } of loans) {
    const portfolioId = portfolio.id;
    const read = await readLoanToPay(owner, {
      scope: { role: 'user', accountId: portfolio.manager.id, portfolioId },
      loanId,
    });
    if (!read || isRecovering(read.status)) continue;
    const payments = await owner.begin((sql) =>
      listEffectivePayments(sql, { portfolioId, loanId }),
    );
    const effectivePayments = countedSince(payments, read.rescheduleNumber);
    const [first, ...others] = effectivePayments;
    if (!first) continue;
    const instalments = await listInstalments(owner, { portfolioId, loanId });
    const charged = await readCharges(owner, { portfolioId, loanId }, instalments);
    const agreed = await listAgreedDues(owner, { portfolioId, loanId });
    const books = { ...read, ...charged, agreed };
    // Removing the first payment and adding it again must change nothing.
    const without = replayPayments(
      { ...books, instalments },
      { effectivePayments, takenOut: first.id },
    );
    if (!without.ok) throw new Error(without.refusal.code);
    const moved = new Map(without.value.reallocated.map((one) => [one.payment.id, one]));
    const chargesPaid = new Map(charged.chargesPaid);
    const lay = (charges: typeof first.charges, sign: 1 | -1) => {
      for (const { chargeId, amountMinor } of charges) {
        chargesPaid.set(chargeId, (chargesPaid.get(chargeId) ?? 0) + sign * amountMinor);
      }
    };
    lay(first.charges, -1);
    const later = others.map((payment) => {
      const { allocations, charges, creditMinor } = moved.get(payment.id) ?? payment;
      lay(payment.charges, -1);
      lay(charges, 1);
      return { ...payment, allocations, charges, creditMinor };
    });
    // Events on the payment's own day may change, because an added payment comes last on its day.
    const ofItsDay = [
      ...later.map(({ valueDate }) => valueDate),
      ...charged.charges.map(({ countsOn }) => countsOn),
    ];
    if (ofItsDay.includes(first.valueDate)) continue;
    const again = replayPayments(
      { ...books, chargesPaid, instalments: without.value.instalments },
      { effectivePayments: later, putIn: first },
    );
    if (!again.ok) throw new Error(again.refusal.code);
    expect(again.value.allocations).toEqual(
      first.allocations.map((allocation) => expect.objectContaining(allocation)),
    );
    expect(again.value.instalments.map(asRow)).toEqual(instalments.map(asRow));
    replayed += 1;
  }
  return replayed;
}

const asRow = ({ ...row }: Awaited<ReturnType<typeof listInstalments>>[number]) => row;
