import type { DeferredInterest, InterestAccrual } from './accrual.ts';
import { deferredOfRows } from './accrual.ts';
import type { AllocationRule, InstalmentCharge } from './allocation.ts';
import { chargesDue } from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import type { ChargeEvent, LoanToReplay, ReplayedInstalment, WaiverEvent } from './loan-events.ts';
import type { AllocationField } from './allocated-amounts.ts';
import { ALLOCATION_FIELDS, subtractAllocations } from './allocated-amounts.ts';
import { runWaterfall } from './waterfall.ts';

/** An instalment during a replay. `open` is due less paid, and `runWaterfall` reduces it. */
export type RunningInstalment = {
  number: number;
  readonly kind: ReplayedInstalment['kind'];
  dueDate: CalendarDate;
  readonly due: Record<AllocationField, number>;
  readonly paid: Record<AllocationField, number>;
  readonly waived: Record<AllocationField, number>;
  readonly open: Record<AllocationField, number>;
  readonly charges: InstalmentCharge[];
  accrual: InterestAccrual;
  dueAhead: { penaltyMinor: number; feeMinor: number } | undefined;
  inAdvance: number;
  late: number;
  paidDate: CalendarDate | undefined;
};

/** The amounts that one event moved, in total and by instalment. */
export type Movement = {
  readonly totals: Record<AllocationField, number>;
  readonly parts: Map<RunningInstalment, Record<AllocationField, number>>;
  rest: number;
};

/**
 * Returns the instalments before the first event. Each accrues from the previous due date, the
 * first from the disbursement, on the principal owed then, unless its row has an accrual.
 */
export function startInstalments(
  { rows, terms }: LoanToReplay,
  disbursementDate: CalendarDate | undefined,
): RunningInstalment[] {
  const graced = rows.filter(({ kind }) => kind === 'instalment');
  const deferred = terms ? deferredOfRows(graced, terms) : [];
  let balanceMinor = rows.reduce(
    (sum, row) => sum + (isScheduled(row) ? row.principalMinor : 0),
    0,
  );
  let fromDate = disbursementDate;
  let instalments = 0;
  return rows.map((row) => {
    const { number, kind, dueDate, feeMinor, interestMinor, principalMinor } = row;
    const due = { penaltyMinor: row.penaltyMinor ?? 0, feeMinor, interestMinor, principalMinor };
    const paid = row.paid ? { ...row.paid } : zeroAllocation();
    const charges = [...(row.charges ?? [])];
    if (!isScheduled(row)) {
      const accrual = row.accrual ?? { fromDate: dueDate, carriedMinor: 0 };
      return startInstalment(kind, { number, dueDate, due, paid, accrual, charges });
    }
    const { carriedMinor, earnedMinor } =
      (kind === 'instalment' ? deferred[instalments] : undefined) ?? NOTHING_DEFERRED;
    const on = terms && { balanceMinor, terms };
    const plain = { fromDate: fromDate ?? dueDate, carriedMinor, earnedMinor, on };
    const accrual = row.accrual ?? plain;
    if (kind === 'instalment') instalments += 1;
    balanceMinor -= principalMinor;
    fromDate = dueDate;
    return startInstalment(kind, { number, dueDate, due, paid, accrual, charges });
  });
}

/**
 * True if a row is part of the schedule. Charges after maturity are not: they bear no interest and
 * do not change how other rows accrue.
 */
export const isScheduled = ({ kind }: Pick<RunningInstalment, 'kind'>): boolean =>
  kind !== 'charges_after_maturity';

const NOTHING_DEFERRED: DeferredInterest = { carriedMinor: 0 };

function startInstalment(
  kind: RunningInstalment['kind'],
  row: Pick<RunningInstalment, 'number' | 'dueDate' | 'due' | 'paid' | 'accrual'> &
    Partial<Pick<RunningInstalment, 'charges'>>,
): RunningInstalment {
  return {
    number: row.number,
    kind,
    dueDate: row.dueDate,
    due: row.due,
    accrual: row.accrual,
    paid: row.paid,
    waived: zeroAllocation(),
    open: subtractAllocations(row.due, row.paid),
    charges: row.charges ?? [],
    dueAhead: undefined,
    inAdvance: 0,
    late: 0,
    paidDate: undefined,
  };
}

export function zeroAllocation(): Record<AllocationField, number> {
  return { penaltyMinor: 0, feeMinor: 0, interestMinor: 0, principalMinor: 0 };
}

/**
 * Allocates a payment to the instalments and records early and late amounts and settled
 * instalments.
 */
export function applyPayment(
  instalments: readonly RunningInstalment[],
  payment: {
    readonly amount: number;
    readonly date: CalendarDate;
    readonly rule: AllocationRule;
    /** Amounts that the same payment moved already; default none. */
    readonly movement?: Movement;
  },
): Movement {
  const { amount, date, rule } = payment;
  if (rule.chargesDueBy === 'own_date') {
    for (const instalment of instalments) {
      const { charges, paid } = instalment;
      instalment.dueAhead = chargesDue(charges, { paid, valueDate: date });
    }
  }
  const movement = payment.movement ?? { totals: zeroAllocation(), parts: new Map(), rest: 0 };
  movement.rest = runWaterfall(amount, {
    instalments,
    valueDate: date,
    rule,
    onAllocated: (index, field, allocated) => {
      const instalment = instalments[index];
      if (instalment) recordPaid(instalment, { date, field, amount: allocated, movement });
    },
  });
  return movement;
}

export function recordPaid(
  instalment: RunningInstalment,
  paid: { date: CalendarDate; field: AllocationField; amount: number; movement: Movement },
): void {
  const { date, field, amount, movement } = paid;
  instalment.paid[field] += amount;
  if (date < instalment.dueDate) instalment.inAdvance += amount;
  if (date > instalment.dueDate) instalment.late += amount;
  if (isSettled(instalment)) instalment.paidDate = date;
  recordAllocation(movement, instalment, { field, amount });
}

function recordAllocation(
  { totals, parts }: Movement,
  instalment: RunningInstalment,
  { field, amount }: { field: AllocationField; amount: number },
): void {
  const part = parts.get(instalment) ?? zeroAllocation();
  part[field] += amount;
  parts.set(instalment, part);
  totals[field] += amount;
}

/**
 * Adds a charge to its instalment: the one with the given number, otherwise the first one, except
 * the down payment, that is due on or after the due date of the charge. A charge after maturity
 * goes to an additional last instalment, which is due with its latest charge.
 */
export function applyCharge(instalments: RunningInstalment[], charge: ChargeEvent): Movement {
  const { dueDate, component, amountMinor, instalmentNumber } = charge;
  const target =
    instalments.find(({ number }) => number === instalmentNumber) ??
    instalments.find((row) => row.kind !== 'down_payment' && row.dueDate >= dueDate) ??
    instalmentAfterMaturity(instalments, dueDate);
  const field = component === 'penalty' ? 'penaltyMinor' : 'feeMinor';
  target.due[field] += amountMinor;
  target.open[field] += amountMinor;
  target.charges.push({ component, dueDate, amountMinor });
  target.paidDate = undefined;
  const movement: Movement = { totals: zeroAllocation(), parts: new Map(), rest: 0 };
  recordAllocation(movement, target, { field, amount: amountMinor });
  return movement;
}

function instalmentAfterMaturity(
  instalments: RunningInstalment[],
  dueDate: CalendarDate,
): RunningInstalment {
  const last = instalments.at(-1);
  if (last?.kind === 'charges_after_maturity') {
    last.dueDate = dueDate;
    return last;
  }
  const added = startInstalment('charges_after_maturity', {
    number: (last?.number ?? 0) + 1,
    dueDate,
    due: zeroAllocation(),
    paid: zeroAllocation(),
    accrual: { fromDate: last?.dueDate ?? dueDate, carriedMinor: 0 },
  });
  instalments.push(added);
  return added;
}

/** Waives open amounts of a component, the oldest instalment first. */
export function applyWaiver(
  instalments: readonly RunningInstalment[],
  { component, amountMinor, date }: WaiverEvent,
): Movement {
  const field = `${component}Minor` as const;
  const movement: Movement = { totals: zeroAllocation(), parts: new Map(), rest: amountMinor };
  for (const instalment of instalments) {
    const waived = Math.min(movement.rest, instalment.open[field]);
    if (waived <= 0) continue;
    instalment.due[field] -= waived;
    instalment.open[field] -= waived;
    instalment.waived[field] += waived;
    movement.rest -= waived;
    if (isSettled(instalment)) instalment.paidDate = date;
    recordAllocation(movement, instalment, { field, amount: waived });
  }
  return movement;
}

export function isSettled({ open }: RunningInstalment): boolean {
  return ALLOCATION_FIELDS.every((field) => open[field] <= 0);
}
