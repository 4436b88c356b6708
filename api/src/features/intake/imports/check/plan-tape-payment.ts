import { changesSchedule } from '@bursar/contracts/servicing/loan-to-replay';
import type { FindingCode } from '@bursar/contracts/intake/finding-codes';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { takeNewerFigures } from '@bursar/loan-maths/board';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import { succeed } from '../../../../platform/outcome.ts';
import {
  remainingOf,
  type InstalmentRow,
} from '../../../servicing/loan-account/instalments.store.ts';
import {
  creditAfter,
  replayPayments,
  effectiveFrom,
  type InstalmentAllocation,
} from '../../../servicing/loan-account/replay-payments.ts';
import type { NewFinding } from '../../../../platform/table-files/findings.ts';
import type { TapeLoan } from '../read/tape-loan.ts';
import type { LoanInBooks } from './loans-in-books.store.ts';

/** The charges of an instalment after a newer tape is imported, and before. */
export type Recharged = {
  readonly number: number;
  readonly interestMinor: number;
  readonly penaltyMinor: number;
  readonly formerInterestMinor: number;
  readonly formerPenaltyMinor: number;
};

/** The money that a newer tape shows as paid but the books do not, as one payment. */
export type TapePayment = {
  readonly amountMinor: number;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly penaltyMinor: number;
  readonly valueDate: string;
  readonly recharged: readonly Recharged[];
  /** The allocation by the tape's own split; null if the product's allocation order applies. */
  readonly allocations: readonly InstalmentAllocation[] | null;
};

type TapeFigures = {
  readonly code: FindingCode;
  readonly severity: NewFinding['severity'];
  readonly field: TapeField;
  readonly details: NewFinding['details'];
};

export type PlannedPayment = {
  readonly payment: TapePayment | null;
  readonly findings: readonly TapeFigures[];
};

type Terms = {
  readonly currency: string;
  readonly cutOffOn: CalendarDate;
  readonly columns: ReadonlyMap<TapeField, string>;
};

/**
 * Plans one payment for the money that a newer tape shows as paid but the books do not, by the
 * totals of both up to the cut-off day. It is allocated by the tape's own split, as for a boarded
 * loan, so that the balance equals the tape's. If `settleByTape` finds no such split, the loan's
 * own allocation order applies.
 */
export function planTapePayment(tape: TapeLoan, books: LoanInBooks, terms: Terms): PlannedPayment {
  const target = targetOf(tape, books, terms);
  const shown = (minor: number) => formatUnits(minor, currencyDecimals(terms.currency) ?? 2);
  const { reference } = books;
  const totals = { tape: shown(sumOf(target)), books: shown(sumOf(books.paid)), reference };
  const amountMinor = sumOf(target) - sumOf(books.paid);
  if (amountMinor < 0) return refused('less_paid_than_books', 'principalPaid', totals);
  if (amountMinor === 0) {
    if (tape.status === 'closed' && books.status !== 'closed') {
      const owed = shown(books.instalments.reduce((sum, row) => sum + remainingOf(row), 0));
      return refused('still_owed_in_books', 'status', { owed, reference });
    }
    const isSplitAlike = target.principalMinor === books.paid.principalMinor;
    const findings = isSplitAlike ? [] : [splitDiffers(target, books.paid, { shown, reference })];
    return { payment: null, findings };
  }
  return planPayment({ target, amountMinor, tape, books, shown, ...terms });
}

type Planning = Terms & {
  readonly target: Paid;
  readonly amountMinor: number;
  readonly tape: TapeLoan;
  readonly books: LoanInBooks;
  readonly shown: (minor: number) => string;
};

/** Tape loans have no product version, and grace periods belong to a product version. */
const noGrace = { gracePrincipal: null, graceInterest: null, rescheduledOn: null };

function planPayment(planning: Planning): PlannedPayment {
  const { target, amountMinor, tape, books, shown, currency } = planning;
  const { reference } = books;
  const earliest = tape.lastPaymentOn ?? planning.cutOffOn;
  const valueDate = earliest < books.disbursedOn ? books.disbursedOn : earliest;
  const taken = settleByTape(books, target);
  const instalments = taken?.instalments ?? books.instalments;
  const replayed = taken
    ? succeed(taken)
    : replayPayments(
        { ...books, ...books.charged, ...noGrace, currency, instalments },
        {
          putIn: { id: 'tape', amountMinor, valueDate, interestUntil: 'maturity' },
          effectivePayments: effectiveAfter(books, valueDate),
        },
      );
  if (!replayed.ok || replayed.value.restMinor > 0) {
    const restMinor = replayed.ok ? replayed.value.restMinor : amountMinor;
    const details = {
      paid: shown(amountMinor),
      owed: shown(amountMinor - restMinor),
      reference,
    };
    return refused('paid_beyond_schedule', 'principalPaid', details);
  }
  // A back-dated payment can use up the overpayment that a later prepayment left and that was
  // refunded since.
  const missingMinor = -creditAfter(books, 0, replayed.value);
  if (missingMinor > 0) {
    return refused('credit_used_since', 'principalPaid', {
      missing: shown(missingMinor),
      reference,
    });
  }
  const left = (taken?.after ?? replayed.value.instalments).reduce(
    (sum, row) => sum + remainingOf(row),
    0,
  );
  if (tape.status === 'closed' && left > 0) {
    return refused('still_owed_in_books', 'status', { owed: shown(left), reference });
  }
  const sums = sumAllocations(replayed.value.allocations);
  const then = { ...books.paid, principalMinor: books.paid.principalMinor + sums.principalMinor };
  const isSplitAlike = then.principalMinor === target.principalMinor;
  return {
    payment: {
      amountMinor,
      principalMinor: sums.principalMinor,
      interestMinor: sums.interestMinor,
      penaltyMinor: sums.penaltyMinor,
      valueDate,
      recharged: rechargedOf(books.instalments, instalments),
      allocations: taken?.allocations ?? null,
    },
    findings: isSplitAlike ? [] : [splitDiffers(target, then, { shown, reference })],
  };
}

function effectiveAfter({ effectivePayments }: LoanInBooks, valueDate: string) {
  const later = effectivePayments.findIndex((payment) => payment.valueDate > valueDate);
  const place = later < 0 ? effectivePayments.length : later;
  return effectiveFrom(effectivePayments, place, { isSettled: false });
}

export type Paid = {
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly penaltyMinor: number;
};

/**
 * Returns the amounts that the tape shows as paid. An amount whose column the tape lacks is that of
 * the books, because a missing column does not contradict them.
 */
function targetOf(tape: TapeLoan, { paid }: LoanInBooks, { columns }: Terms): Paid {
  const statedOrKnown = (field: TapeField, statedMinor: number, knownMinor: number) =>
    columns.has(field) ? statedMinor : knownMinor;
  return {
    principalMinor: tape.principalPaidMinor,
    interestMinor: statedOrKnown('interestPaid', tape.interestPaidMinor, paid.interestMinor),
    penaltyMinor: statedOrKnown('lateFeesPaid', tape.lateFeesPaidMinor, paid.penaltyMinor),
  };
}

function sumOf({ principalMinor, interestMinor, penaltyMinor }: Paid): number {
  return principalMinor + interestMinor + penaltyMinor;
}

/**
 * Allocates the money to the instalments by the tape's own split, after restating their charges.
 * Null if a payment in the books is later than the cut-off day or changed the schedule, if the tape
 * has fewer late fees paid than the books, if nothing is left to pay, or if the tape's figures
 * would need earlier payments to be reversed.
 */
function settleByTape(books: LoanInBooks, target: Paid) {
  const { instalments } = books;
  // The tape does not know a schedule that was changed in Bursar.
  const isOnlyTheirs = books.effectivePayments.every(
    (payment) => payment.valueDate <= books.cutOffOn && !changesSchedule(payment),
  );
  const feesMinor = target.penaltyMinor - books.paid.penaltyMinor;
  const oldest = instalments.findIndex((row) => remainingOf(row) > 0);
  if (!isOnlyTheirs || feesMinor < 0 || oldest < 0) return null;
  const figures = takeNewerFigures(instalments, {
    principalPaidMinor: target.principalMinor,
    interestPaidMinor: target.interestMinor,
  });
  if (figures === null) return null;
  const charged = instalments.map((row, index) => {
    const openMinor = row.penaltyMinor - row.penaltyPaidMinor;
    const moreMinor = index === oldest ? Math.max(0, feesMinor - openMinor) : 0;
    return {
      ...row,
      interestMinor: figures[index]?.interestMinor ?? row.interestMinor,
      penaltyMinor: row.penaltyMinor + moreMinor,
    };
  });
  const after = charged.map((row, index) => ({
    ...row,
    principalPaidMinor: figures[index]?.principalPaidMinor ?? row.principalPaidMinor,
    interestPaidMinor: figures[index]?.interestPaidMinor ?? row.interestPaidMinor,
    penaltyPaidMinor: row.penaltyPaidMinor + (index === oldest ? feesMinor : 0),
  }));
  return {
    instalments: charged,
    after,
    allocations: allocationsOf(charged, after),
    reallocated: [],
    restMinor: 0,
  };
}

function allocationsOf(
  before: readonly InstalmentRow[],
  after: readonly InstalmentRow[],
): InstalmentAllocation[] {
  return after.flatMap((row, index) => {
    const former = before[index];
    if (!former) return [];
    const allocation = {
      instalmentNumber: row.number,
      principalMinor: row.principalPaidMinor - former.principalPaidMinor,
      interestMinor: row.interestPaidMinor - former.interestPaidMinor,
      feeMinor: 0,
      penaltyMinor: row.penaltyPaidMinor - former.penaltyPaidMinor,
    };
    const sum = allocation.principalMinor + allocation.interestMinor + allocation.penaltyMinor;
    return sum === 0 ? [] : [allocation];
  });
}

function rechargedOf(
  before: readonly InstalmentRow[],
  after: readonly InstalmentRow[],
): readonly Recharged[] {
  return after.flatMap((row, index) => {
    const former = before[index];
    if (!former) return [];
    const { number, interestMinor, penaltyMinor } = row;
    const isSame = former.interestMinor === interestMinor && former.penaltyMinor === penaltyMinor;
    const [formerInterestMinor, formerPenaltyMinor] = [former.interestMinor, former.penaltyMinor];
    return isSame
      ? []
      : [{ number, interestMinor, penaltyMinor, formerInterestMinor, formerPenaltyMinor }];
  });
}

function splitDiffers(
  { principalMinor }: Paid,
  then: Paid,
  { shown, reference }: { shown: (minor: number) => string; reference: string },
): TapeFigures {
  const details = { tape: shown(principalMinor), books: shown(then.principalMinor), reference };
  return {
    code: 'split_differs_from_schedule',
    severity: 'warning',
    field: 'principalPaid',
    details,
  };
}

function refused(
  code: FindingCode,
  field: TapeField,
  details: TapeFigures['details'],
): PlannedPayment {
  return { payment: null, findings: [{ code, severity: 'error', field, details }] };
}
