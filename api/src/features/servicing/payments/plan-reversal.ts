import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/servicing/payments';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { listAgreedDues } from '../loan-account/schedule-versions.store.ts';
import { loanCan, statusAfter } from '../loan-account/loan-can.ts';
import { findPayment } from './payments.store.ts';
import { type LockedLoan } from '../loan-account/loan-state.store.ts';
import { sumPortions } from '@bursar/loan-maths/portions';
import { readClaimable } from '../loan-account/refund-claims.store.ts';
import { fundedBy } from '../loan-account/movements.store.ts';
import {
  countedSince,
  creditAfter,
  reckonPayments,
  shortOfCredit,
  standingFrom,
  type Reckoned,
} from '../loan-account/reckon-payments.ts';
import {
  listStandingPayments,
  type RefundToClaim,
  type StandingPayment,
} from '../loan-account/reversals.store.ts';

type ReversalEffect = Omit<AnswerOf<PreviewReversal>, 'needsApproval'>;

export type ReversalPlan = Reckoned<StandingPayment> & {
  readonly payment: StandingPayment;
  readonly effect: ReversalEffect;
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
  const all = await listStandingPayments(transaction, { portfolioId, loanId });
  if (!all.some(({ id }) => id === paymentId)) return refuse('payment_already_reversed');
  const standing = countedSince(all, loan.rescheduleNumber);
  const place = standing.findIndex(({ id }) => id === paymentId);
  const payment = standing[place];
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
  const reckoned = isRecovery
    ? succeed({ ...nothingMoved, instalments })
    : reckonPayments(
        { ...loan, ...charged, instalments, agreed },
        { standing: standingFrom(standing, place, { isSettled }), takenOut: paymentId },
      );
  if (!reckoned.ok) return reckoned;
  const replay = reckoned.value;
  const givenMinor = -fundedBy(payment).creditMinor;
  const claimed = await planClaim(transaction, { loan, loanId, givenMinor, moved: replay });
  if (!claimed.ok) return claimed;
  const claimMinor = claimed.value;
  const creditMinor = creditAfter(loan, givenMinor, replay) + claimMinor;
  const effect = effectOf(replay, { loan, instalments, creditMinor, claimMinor, businessDate });
  const claim = { amountMinor: claimMinor, businessDate };
  return succeed({ ...replay, payment, effect, claim });
}

type Claiming = {
  readonly loan: LockedLoan;
  readonly loanId: string;
  /** What the payment itself adds to the credit balance, or takes from it. */
  readonly givenMinor: number;
  readonly moved: Pick<Reckoned<StandingPayment>, 'reallocated'>;
};

/**
 * The refunded amount to claim back from the borrower because no payment covers it any more.
 * Refused if the credit paid something on the loan: those payments bring no cash and must be
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
  portions: [],
  charges: [],
  creditMinor: 0,
  reallocated: [],
  dues: [],
  isSettled: false,
  restMinor: 0,
};

type Before = {
  readonly loan: LockedLoan;
  readonly instalments: readonly InstalmentRow[];
  /** The credit balance after the reversal. */
  readonly creditMinor: number;
  readonly claimMinor: number;
  readonly businessDate: string;
};

function effectOf(
  replay: Reckoned<StandingPayment>,
  { loan, instalments, creditMinor, claimMinor, businessDate }: Before,
): ReversalEffect {
  const { status: loanStatus, outstandingPrincipalMinor: outstandingMinor } = loan;
  const given = sumOf(instalments, (row) => row.principalPaidMinor);
  const kept = sumOf(replay.instalments, (row) => row.principalPaidMinor);
  const left = openOn(replay.instalments);
  const open = claimMinor === 0 ? left : withClaim(left, { claimMinor, businessDate });
  const event = open.remainingMinor === 0 ? 'settle' : 'reverse-payment';
  return {
    currency: loan.currency,
    claimMinor,
    before: {
      loanStatus,
      outstandingMinor,
      creditMinor: loan.creditMinor,
      ...openOn(instalments),
    },
    after: {
      loanStatus: statusAfter(loanStatus, event),
      outstandingMinor: outstandingMinor + given - kept + claimMinor,
      creditMinor,
      ...open,
    },
    reallocated: replay.reallocated.map(({ payment, portions, creditMinor: keptMinor }) => ({
      id: payment.id,
      valueDate: payment.valueDate,
      amountMinor: payment.amountMinor,
      before: { ...sumPortions(payment.portions), creditMinor: payment.creditMinor },
      after: { ...sumPortions(portions), creditMinor: keptMinor },
    })),
  };
}

/** A claim is due on the day on which it is made. */
function withClaim(
  { remainingMinor, oldestUnpaidDueOn }: ReturnType<typeof openOn>,
  { claimMinor, businessDate }: Pick<Before, 'claimMinor' | 'businessDate'>,
) {
  const isOlder = oldestUnpaidDueOn !== null && oldestUnpaidDueOn < businessDate;
  return {
    remainingMinor: remainingMinor + claimMinor,
    oldestUnpaidDueOn: isOlder ? oldestUnpaidDueOn : businessDate,
  };
}

function openOn(instalments: readonly InstalmentRow[]) {
  return {
    remainingMinor: sumOf(instalments, remainingOf),
    oldestUnpaidDueOn: instalments.find((row) => remainingOf(row) > 0)?.dueOn ?? null,
  };
}

function sumOf(
  instalments: readonly InstalmentRow[],
  amountOf: (row: InstalmentRow) => number,
): number {
  return instalments.reduce((total, row) => total + amountOf(row), 0);
}
