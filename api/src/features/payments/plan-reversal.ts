import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/payments';
import type { Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { readCharges } from '../loans/charges.store.ts';
import { listInstalments, remainingOf, type InstalmentRow } from '../loans/instalments.store.ts';
import { listAgreedDues } from '../loans/schedule-versions.store.ts';
import { loanCan, statusAfter } from '../loans/loan-can.ts';
import { findPayment, type LockedLoan } from './payments.store.ts';
import { sumPortions } from '@bursar/loan-maths/portions';
import { fundedBy } from './movements.store.ts';
import {
  countedSince,
  creditAfter,
  reckonPayments,
  refuseUsedCredit,
  standingFrom,
  type Reckoned,
} from './reckon-payments.ts';
import { listStandingPayments, type StandingPayment } from './reversals.store.ts';

type ReversalEffect = Omit<AnswerOf<PreviewReversal>, 'needsApproval'>;

export type ReversalPlan = Reckoned<StandingPayment> & {
  readonly payment: StandingPayment;
  readonly effect: ReversalEffect;
};

/** What a reversal would do, checked and reckoned under the loan's lock but not written. */
export async function planReversal(
  transaction: Transaction,
  loan: LockedLoan,
  { loanId, paymentId }: { loanId: string; paymentId: string },
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
  const used = refuseUsedCredit(loan, givenMinor, replay);
  if (used) return used;
  const creditMinor = creditAfter(loan, givenMinor, replay);
  const effect = effectOf(replay, { loan, instalments, creditMinor });
  return succeed({ ...replay, payment, effect });
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
  /** What is kept for the borrower then. */
  readonly creditMinor: number;
};

function effectOf(
  replay: Reckoned<StandingPayment>,
  { loan, instalments, creditMinor }: Before,
): ReversalEffect {
  const { status: loanStatus, outstandingPrincipalMinor: outstandingMinor } = loan;
  const given = sumOf(instalments, (row) => row.principalPaidMinor);
  const kept = sumOf(replay.instalments, (row) => row.principalPaidMinor);
  const open = openOn(replay.instalments);
  const event = open.remainingMinor === 0 ? 'settle' : 'reverse-payment';
  return {
    currency: loan.currency,
    before: {
      loanStatus,
      outstandingMinor,
      creditMinor: loan.creditMinor,
      ...openOn(instalments),
    },
    after: {
      loanStatus: statusAfter(loanStatus, event),
      outstandingMinor: outstandingMinor + given - kept,
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
