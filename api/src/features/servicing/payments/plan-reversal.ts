import type { FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/servicing/payments';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import { listInstalments } from '../loan-account/instalments.store.ts';
import { listAgreedDues } from '../loan-account/schedule-versions.store.ts';
import { loanCan } from '../loan-account/loan-can.ts';
import { findPayment } from './payments.store.ts';
import { type LockedLoan } from '../loan-account/loan-state.store.ts';
import { readClaimable } from '../loan-account/refund-claims.store.ts';
import { fundedBy } from '../loan-account/movements.store.ts';
import {
  countedSince,
  replayPayments,
  shortOfCredit,
  effectiveFrom,
  type ReplayResult,
} from '../loan-account/replay-payments.ts';
import {
  listEffectivePayments,
  type RefundToClaim,
  type EffectivePayment,
} from '../loan-account/reversals.store.ts';

export type ReversalPlan = ReplayResult<EffectivePayment> & {
  readonly payment: EffectivePayment;
  readonly claim: RefundToClaim;
};

/** Plans a reversal under the loan's lock: checks and calculates, but does not write. */
export async function planReversal(
  transaction: Transaction,
  loan: LockedLoan,
  { loanId, paymentId, businessDate }: { loanId: string; paymentId: string; businessDate: string },
): Promise<Outcome<ReversalPlan, FailureOf<PreviewReversal>>> {
  const { portfolioId } = loan;
  const known = await findPayment(transaction, { portfolioId, id: paymentId });
  if (known?.loanId !== loanId) return refuse('not_found');
  const all = await listEffectivePayments(transaction, { portfolioId, loanId });
  if (!all.some(({ id }) => id === paymentId)) return refuse('payment_already_reversed');
  const effectivePayments = countedSince(all, loan.rescheduleNumber);
  const place = effectivePayments.findIndex(({ id }) => id === paymentId);
  const payment = effectivePayments[place];
  if (!payment) return refuse('payment_before_reschedule');
  const isRecovery = payment.recoveredMinor > 0;
  const refusal = loanCan.reversePayment(loan.status, { isRecovery });
  if (refusal) {
    return refuse(refusal, { details: { status: loan.status, event: 'reverse-payment' } });
  }
  const instalments = await listInstalments(transaction, { portfolioId, loanId });
  const charged = await readCharges(transaction, { portfolioId, loanId }, instalments);
  const agreed = await listAgreedDues(transaction, { portfolioId, loanId });
  const isSettled = agreed.size > 0 && loan.status === 'closed';
  const replayed = isRecovery
    ? succeed({ ...nothingMoved, instalments })
    : replayPayments(
        { ...loan, ...charged, instalments, agreed },
        {
          effectivePayments: effectiveFrom(effectivePayments, place, { isSettled }),
          takenOut: paymentId,
        },
      );
  if (!replayed.ok) return replayed;
  const replay = replayed.value;
  const givenMinor = -fundedBy(payment).creditMinor;
  const claimed = await planClaim(transaction, { loan, loanId, givenMinor, moved: replay });
  if (!claimed.ok) return claimed;
  const claim = { amountMinor: claimed.value, businessDate };
  return succeed({ ...replay, payment, claim });
}

type Claiming = {
  readonly loan: LockedLoan;
  readonly loanId: string;
  /** The amount that the event itself adds to the credit balance; negative if it removes credit. */
  readonly givenMinor: number;
  readonly moved: Pick<ReplayResult<EffectivePayment>, 'reallocated'>;
};

/**
 * Returns the refunded amount to claim back from the borrower because no payment covers it any
 * more. Refuses if the credit paid something on the loan: those payments bring no cash and must be
 * reversed first.
 */
export async function planClaim(
  transaction: Transaction,
  { loan, loanId, givenMinor, moved }: Claiming,
): Promise<Outcome<number, 'credit_was_used'>> {
  const shortMinor = shortOfCredit(loan, givenMinor, moved);
  if (shortMinor === 0) return succeed(0);
  const claimableMinor = await readClaimable(transaction, { ...loan, loanId });
  return shortMinor <= claimableMinor
    ? succeed(shortMinor)
    : refuse('credit_was_used', {
        details: { missingMinor: shortMinor - claimableMinor, currency: loan.currency },
      });
}

const nothingMoved = {
  allocations: [],
  charges: [],
  creditMinor: 0,
  reallocated: [],
  dues: [],
  isSettled: false,
  restMinor: 0,
};
