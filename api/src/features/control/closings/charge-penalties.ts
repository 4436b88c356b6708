import { addDays, annualRate, calendarDate, minorUnits, overduePenalty } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { insertCharges, type NewCharge } from '../../servicing/charges/charges.store.ts';
import {
  listMissingPenalties,
  takePenaltyCheck,
} from '../../servicing/loan-account/owed-penalties.store.ts';
import { loanCan } from '../../servicing/loan-account/loan-can.ts';
import {
  lockLoan,
  restateLoan,
  type LockedLoan,
} from '../../servicing/loan-account/loan-state.store.ts';
import { reallocateAfter } from '../../servicing/loan-account/reallocate-payments.ts';
import type { ClosingDay } from './closings.store.ts';
import { listPenaltiesDue, type PenaltyDue } from './penalties.store.ts';

type Penalising = ClosingDay & { readonly loanId: string; readonly now: Date };

/**
 * Charges a loan's penalties for a day, under the loan's lock, and those missing from earlier
 * closed days if its history changed. A repeated run charges nothing.
 */
export async function chargePenalties(
  transaction: Transaction,
  penalising: Penalising,
): Promise<void> {
  const loan = await holdLoan(transaction, penalising);
  const isChecked = await takePenaltyCheck(transaction, penalising);
  if (!loan || !loanCan.beCharged(loan.status)) return;
  const made = isChecked
    ? await chargeMissing(transaction, penalising)
    : await chargeDay(transaction, loan, penalising);
  if (made.length > 0) await recordCharged(transaction, loan, { ...penalising, made });
}

function holdLoan(
  transaction: Transaction,
  { portfolioId, loanId }: Penalising,
): Promise<LockedLoan | null> {
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  return lockLoan(transaction, { scope, loanId });
}

async function chargeDay(
  transaction: Transaction,
  loan: LockedLoan,
  penalising: Penalising,
): Promise<readonly NewCharge[]> {
  const { day } = penalising;
  const due = await listPenaltiesDue(transaction, penalising);
  const charges = due.map((one) => {
    const amountMinor = penaltyOf(one, { day, currency: loan.currency });
    return chargeOf(loan, penalising, { ...one, day, amountMinor });
  });
  return insert(transaction, loan, penalising, charges);
}

/**
 * Charges each missing penalty on its own day, earliest first. Later payments that now cover the
 * penalty leave more of the instalments open, which later days must count.
 */
async function chargeMissing(
  transaction: Transaction,
  penalising: Penalising,
): Promise<readonly NewCharge[]> {
  const made: NewCharge[] = [];
  for (;;) {
    const missing = await listMissingPenalties(transaction, {
      ...penalising,
      until: penalising.day,
    });
    const [earliest] = missing;
    const loan = await holdLoan(transaction, penalising);
    if (!earliest || !loan) return made;
    const charges = missing
      .filter(({ day }) => day === earliest.day)
      .map((one) => chargeOf(loan, penalising, one));
    made.push(...(await insert(transaction, loan, penalising, charges)));
  }
}

/** Inserts the charges of one day and reallocates later payments to them. */
async function insert(
  transaction: Transaction,
  loan: LockedLoan,
  { loanId, now, day: closed }: Penalising,
  charges: readonly NewCharge[],
): Promise<readonly NewCharge[]> {
  const [first, ...others] = charges.filter(({ amountMinor }) => amountMinor > 0);
  if (!first) return [];
  const made = [first, ...others] as const;
  await insertCharges(transaction, made);
  const { id: causeId, chargedOn: day } = first;
  if (loan.lastPaymentOn !== null && loan.lastPaymentOn > day) {
    const businessDate = addDays(calendarDate(closed), 1);
    const cause = { causeId, madeBy: null, madeAt: now.toISOString(), businessDate };
    await reallocateAfter(transaction, { loan, loanId, day, ...cause });
  }
  return made;
}

type Owed = Pick<PenaltyDue, 'instalmentNumber' | 'dueOn' | 'months'> & {
  readonly day: string;
  readonly amountMinor: number;
};

function chargeOf(
  { currency }: LockedLoan,
  { portfolioId, loanId, day, now }: Penalising,
  { instalmentNumber, dueOn, months, day: chargedOn, amountMinor }: Owed,
): NewCharge {
  return {
    portfolioId,
    loanId,
    id: uuidv7(),
    portion: 'penalty',
    kind: 'late-payment',
    instalment: { number: instalmentNumber, dueOn },
    isAfterLast: false,
    amountMinor,
    currency,
    dueOn,
    chargedOn,
    chargedLateOn: chargedOn < day ? day : undefined,
    reason: `Late since ${dueOn}`,
    lateMonths: months,
    madeBy: null,
    madeAt: now.toISOString(),
  };
}

async function recordCharged(
  transaction: Transaction,
  loan: LockedLoan,
  { portfolioId, loanId, day, now, made }: Penalising & { readonly made: readonly NewCharge[] },
): Promise<void> {
  const after = await restateLoan(transaction, { portfolioId, loanId });
  await recordAudit(transaction, {
    portfolioId,
    actorId: null,
    event: 'add-charge',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status },
    after: {
      status: after.status,
      amountMinor: made.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency: loan.currency,
      valueDate: day,
      reason: made.map(({ reason }) => reason).join(', '),
    },
    requestId: null,
    at: now,
  });
}

/** Calculates the penalty, limited by the cap. */
function penaltyOf(
  { openMinor, since, fixedMinor, percentAYear, roomMinor }: PenaltyDue,
  { day, currency }: { readonly day: string; readonly currency: string },
): number {
  const room = roomMinor ?? Number.MAX_SAFE_INTEGER;
  if (percentAYear === null) return Math.min(fixedMinor ?? 0, room);
  const penalty = overduePenalty({
    amountMinor: minorUnits(openMinor, currency),
    dueDate: calendarDate(since),
    asOf: calendarDate(day),
    annualRate: annualRate(percentAYear),
  });
  // Table constraints guarantee a valid rate and amount.
  if (!penalty.ok) throw new Error(penalty.failure.message);
  return Math.min(penalty.value, room);
}
