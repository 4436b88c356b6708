import { annualRate, calendarDate, minorUnits, overduePenalty } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import { insertCharges, type NewCharge } from '../charges/charges.store.ts';
import { loanCan } from '../loans/loan-can.ts';
import { lockLoan, restateLoan } from '../payments/payments.store.ts';
import type { ClosingDay } from './closings.store.ts';
import { listPenaltiesDue, type PenaltyDue } from './penalties.store.ts';

type Penalising = ClosingDay & { readonly loanId: string; readonly now: Date };

/** Charges what a day brings about of a loan's penalties, under its lock; asked again it charges nothing. */
export async function chargePenalties(
  transaction: Transaction,
  { portfolioId, day, loanId, now }: Penalising,
): Promise<void> {
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  const loan = await lockLoan(transaction, { scope, loanId });
  if (!loan || !loanCan.beCharged(loan.status)) return;
  const { currency } = loan;
  const due = await listPenaltiesDue(transaction, { portfolioId, day, loanId });
  const [first, ...others] = due.flatMap((one): NewCharge[] => {
    const amountMinor = penaltyOf(one, { day, currency });
    if (amountMinor <= 0) return [];
    return [
      {
        portfolioId,
        loanId,
        id: uuidv7(),
        portion: 'penalty',
        kind: 'late-payment',
        instalment: { number: one.instalmentNumber, dueOn: one.dueOn },
        isAfterLast: false,
        amountMinor,
        currency,
        dueOn: one.dueOn,
        chargedOn: day,
        reason: `Late since ${one.dueOn}`,
        lateMonths: one.months,
        madeBy: null,
        madeAt: now.toISOString(),
      },
    ];
  });
  if (!first) return;
  const made = [first, ...others] as const;
  await insertCharges(transaction, made);
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
      currency,
      valueDate: day,
      reason: made.map(({ reason }) => reason).join(', '),
    },
    requestId: null,
    at: now,
  });
}

/** Within what the cap leaves. */
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
  // Rate and amount are constraints of their tables.
  if (!penalty.ok) throw new Error(penalty.failure.message);
  return Math.min(penalty.value, room);
}
