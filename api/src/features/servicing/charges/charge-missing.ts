import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { lateSinceFact } from '../loan-account/late-since.ts';
import { listMissingPenalties, type MissingPenalty } from '../loan-account/owed-penalties.store.ts';
import { lockLoan, restateLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { reallocateAfter } from '../loan-account/reallocate-payments.ts';
import { insertCharges, type NewCharge } from '../loan-account/charge-events.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type Charging = LoanKey & {
  /** The day on which the missing penalties of earlier days are charged. */
  readonly chargedLateOn: string;
  /** The day on which refunded credit is claimed back if a penalty now uses it. */
  readonly businessDate: string;
  readonly now: Date;
};

/**
 * Charges the missing penalties of closed days after an event, such as a reversal, changed a loan's
 * past, so that stored balances include them before the next close. Call this after all changes of
 * the event to the loan are written. Returns the new charges.
 */
export function chargeMissedByEvent(
  transaction: Transaction,
  charging: Omit<Charging, 'chargedLateOn'>,
): Promise<readonly NewCharge[]> {
  const { businessDate: chargedLateOn } = charging;
  return chargeMissing(transaction, { ...charging, chargedLateOn, until: null });
}

/** Locks a loan and charges the missing penalties that would otherwise wait for the next close. */
export async function lockCharged(
  transaction: Transaction,
  {
    loanId,
    session: { scope, businessDate },
    now,
  }: {
    readonly loanId: string;
    readonly session: { readonly scope: Scope; readonly businessDate: string };
    readonly now: Date;
  },
): Promise<LockedLoan | null> {
  const loan = await lockLoan(transaction, { scope, loanId });
  if (!loan?.hasPenaltyCheck) return loan;
  const { portfolioId } = loan;
  const made = await chargeMissedByEvent(transaction, {
    portfolioId,
    loanId,
    businessDate,
    now,
  });
  return made.length > 0 ? lockLoan(transaction, { scope, loanId }) : loan;
}

/**
 * Charges the missing penalties up to a day, one day after the other. The charges of a day allocate
 * later payments again, so that these pay less of the instalments, which can make further penalties
 * due. `until` null means the latest day for which end-of-day has started in
 * the portfolio.
 */
export async function chargeMissing(
  transaction: Transaction,
  { until, ...charging }: Charging & { readonly until: string | null },
): Promise<readonly NewCharge[]> {
  const made: NewCharge[] = [];
  let before: LockedLoan | null = null;
  for (;;) {
    const missing = await listMissingPenalties(transaction, { ...charging, until });
    const [earliest] = missing;
    const loan = earliest ? await holdForTime(transaction, charging) : null;
    if (!earliest || !loan) break;
    before ??= loan;
    const charges = missing
      .filter(({ day }) => day === earliest.day)
      .map((one) => penaltyCharge(loan, charging, one));
    made.push(...(await insertPenalties(transaction, loan, charging, charges)));
  }
  if (before) await recordCharged(transaction, before, { ...charging, made });
  return made;
}

/** Locks a loan for an event of the system, without the scope of a user. */
export function holdForTime(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<LockedLoan | null> {
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  return lockLoan(transaction, { scope, loanId });
}

/** Inserts the charges of one day and allocates later payments again. */
export async function insertPenalties(
  transaction: Transaction,
  loan: LockedLoan,
  { loanId, now, businessDate }: Charging,
  charges: readonly NewCharge[],
): Promise<readonly NewCharge[]> {
  const [first, ...others] = charges.filter(({ amountMinor }) => amountMinor > 0);
  if (!first) return [];
  const made = [first, ...others] as const;
  await insertCharges(transaction, made);
  const { id: causeId, chargedOn: day } = first;
  if (loan.lastPaymentOn !== null && loan.lastPaymentOn > day) {
    const cause = { causeId, madeBy: null, madeAt: now.toISOString(), businessDate };
    await reallocateAfter(transaction, { loan, loanId, day, ...cause });
  }
  return made;
}

export function penaltyCharge(
  { currency }: LockedLoan,
  { portfolioId, loanId, chargedLateOn, now }: Charging,
  { instalmentNumber, dueOn, months, day: chargedOn, amountMinor }: MissingPenalty,
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
    chargedLateOn: chargedOn < chargedLateOn ? chargedLateOn : undefined,
    reason: `Late since ${dueOn}`,
    lateMonths: months,
    madeBy: null,
    madeAt: now.toISOString(),
  };
}

export async function recordCharged(
  transaction: Transaction,
  loan: LockedLoan,
  {
    portfolioId,
    loanId,
    chargedLateOn,
    now,
    made,
  }: Charging & { readonly made: readonly NewCharge[] },
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
      valueDate: chargedLateOn,
      lateSince: lateSinceFact(made.map(({ dueOn }) => dueOn)),
    },
    requestId: null,
    at: now,
  });
}
