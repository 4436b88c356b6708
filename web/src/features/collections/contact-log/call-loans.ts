import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { BorrowerLoan } from '@bursar/contracts/collections/work-queue';
import { splitPayment } from '@bursar/loan-maths/split-payment';
import { dueMinorOn } from '../../servicing/loan-account/due-minor-on.ts';
import {
  inOrderOfLateness,
  type Shares,
  type SplitLoan,
} from '../../servicing/loan-account/split-over-loans.ts';
import type { PromiseLineDraft, PromisingLoan } from './promise-draft.ts';

/** A loan that a call is about. */
export type CallLoan = SplitLoan & {
  readonly currency: string;
  /** The maximum amount that can be promised. */
  readonly remainingMinor: number;
  /** The loan's waiting promise; null on the loan of the form, which lists its own promises. */
  readonly promise: BorrowerLoan['promise'];
};

/** The user's choices about the borrower's other loans. */
export type LoanChoices = {
  /** The user's choices of other loans for the call, as far as they differ from the default. */
  readonly loans: Readonly<Record<string, boolean>>;
  /** The user's choices of disputed loans, as far as they differ from the default. */
  readonly disputed: Readonly<Record<string, boolean>>;
  /** The amounts paid on the loans, once the user has changed one of them; otherwise empty. */
  readonly shares: Shares;
};

export const noChoices: LoanChoices = { loans: {}, disputed: {}, shares: {} };

/**
 * Returns whether a call is also about another loan of the borrower. Unless the user has chosen, a
 * call is also about loans that are overdue, in the queue or have a promise that waits for
 * approval, except loans whose contact is paused.
 */
export function isCalledAbout({ loans }: Pick<LoanChoices, 'loans'>, other: BorrowerLoan): boolean {
  return loans[other.loanId] ?? isByDefault(other);
}

function isByDefault({ state, daysPastDue }: BorrowerLoan): boolean {
  if (state === 'disputed' || state === 'deceased') return false;
  return daysPastDue > 0 || state === 'queue' || state === 'waiting-approval';
}

/**
 * Returns the loans of a call, the longest overdue first: payments and promises are split over them
 * in this order.
 */
export function callLoansOf(
  loan: PromisingLoan,
  others: readonly BorrowerLoan[],
): readonly CallLoan[] {
  const own: CallLoan = {
    id: loan.id,
    reference: loan.reference,
    currency: loan.currency,
    dueMinor: dueMinorOn(loan, loan.businessDate),
    daysPastDue: loan.daysPastDue,
    remainingMinor: loan.paymentRefusal === null ? loan.remainingMinor : 0,
    payableMinor: loan.paymentRefusal === null ? (loan.payoffMinor ?? loan.remainingMinor) : 0,
    promise: null,
  };
  const further = others.map(({ loanId: id, ...other }): CallLoan => {
    const { reference, currency, dueMinor, daysPastDue, remainingMinor, promise } = other;
    const most = { remainingMinor, payableMinor: remainingMinor };
    return { id, reference, currency, dueMinor, daysPastDue, ...most, promise };
  });
  return inOrderOfLateness([own, ...further]);
}

/**
 * Splits the lines of a promise over the loans by the same rule as a payment. Returns the lines of
 * each loan that receives some of the promise.
 */
export function promisedOn(
  loans: readonly CallLoan[],
  lines: readonly PromiseLineDraft[],
): ReadonlyMap<string, readonly PromiseLineDraft[]> {
  const typed = lines
    .filter(({ amountMinor, promisedOn: day }) => amountMinor !== null && day !== null)
    .toSorted((one, other) => ((one.promisedOn ?? '') < (other.promisedOn ?? '') ? -1 : 1));
  const { amountsMinor } = splitPayment(
    typed.reduce((sum, line) => sum + (line.amountMinor ?? 0), 0),
    loans.map(({ dueMinor, remainingMinor }) => ({ dueMinor, mostMinor: remainingMinor })),
  );
  const open = typed.map((line) => ({ ...line, amountMinor: line.amountMinor ?? 0 }));
  const promised = new Map<string, readonly PromiseLineDraft[]>();
  for (const [at, { id }] of loans.entries()) {
    const own = takeLines(open, amountsMinor[at] ?? 0);
    if (own.length > 0) promised.set(id, own);
  }
  return promised;
}

type OpenLine = Omit<PromiseLineDraft, 'amountMinor'> & { amountMinor: number };

/**
 * Takes an amount from the lines, the earliest first: reduces their amounts and returns lines with
 * the amounts taken.
 */
function takeLines(open: readonly OpenLine[], amountMinor: number): PromiseLineDraft[] {
  let wantedMinor = amountMinor;
  return open.flatMap((line) => {
    const takenMinor = Math.min(line.amountMinor, wantedMinor);
    line.amountMinor -= takenMinor;
    wantedMinor -= takenMinor;
    return takenMinor > 0 ? [{ ...line, amountMinor: takenMinor }] : [];
  });
}

type OutcomeOn = {
  readonly outcome: ContactOutcome;
  readonly isDisputed: boolean;
  readonly isPromised: boolean;
  /** Null if no payment was entered. */
  readonly isPaid: boolean | null;
};

/**
 * Returns the outcome to log on one of several loans: `answered` if the dispute, promise or payment
 * is not about this loan.
 */
export function outcomeOn({ outcome, isDisputed, isPromised, isPaid }: OutcomeOn): ContactOutcome {
  if (outcome === 'disputed') return isDisputed ? outcome : 'answered';
  if (outcome === 'promised') return isPromised ? outcome : 'answered';
  if (outcome === 'paid') return isPaid === false ? 'answered' : outcome;
  return outcome;
}
