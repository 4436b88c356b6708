import type { AllocationRule, AllocationComponent, ComponentOrder } from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import { divideRounded } from './exact.ts';
import type { AllocationField } from './allocated-amounts.ts';

/** What an instalment still owes; `runWaterfall` lowers it. */
export type Vessel = {
  readonly dueDate: CalendarDate;
  readonly open: Record<AllocationField, number>;
  /** Of the open penalties and fees, what is due by the value date though the instalment is not. */
  readonly dueAhead?: { penaltyMinor: number; feeMinor: number } | undefined;
};

/**
 * Pours an amount into the vessels, which are in due order: past due, due today, then in advance by the rule. Tells
 * each portion and returns what is left over.
 */
export function runWaterfall(
  amount: number,
  task: {
    readonly vessels: readonly Vessel[];
    readonly valueDate: CalendarDate;
    readonly rule: AllocationRule;
    readonly tell: (index: number, field: AllocationField, allocated: number) => void;
  },
): number {
  const { rule } = task;
  const order = fieldsOf(rule.order);
  const direction = rule.direction ?? 'horizontal';
  const stream: Stream = { left: amount, order, direction, task };
  const inAdvance = fieldsOf(rule.orderInAdvance ?? rule.order);
  const overpaymentTreatment = rule.overpaymentTreatment ?? 'next_instalments';
  const isPlain = direction === 'horizontal' && rule.chargesDueBy !== 'own_date';
  if (isPlain && overpaymentTreatment === 'next_instalments') return fillInOrder(stream, inAdvance);
  return fillByStage(stream, { inAdvance, overpaymentTreatment });
}

/** The common rule needs no stages: instalments are in due order, so each is filled before the next. */
function fillInOrder(stream: Stream, inAdvance: readonly AllocationField[]): number {
  const { vessels, valueDate } = stream.task;
  for (let index = 0; index < vessels.length && stream.left > 0; index++) {
    const vessel = vessels[index];
    if (vessel === undefined || isEmpty(vessel.open)) continue;
    const order = vessel.dueDate <= valueDate ? stream.order : inAdvance;
    for (const field of order) fill(stream, index, { field });
  }
  return stream.left;
}

function fillByStage(
  stream: Stream,
  {
    inAdvance,
    overpaymentTreatment,
  }: { inAdvance: readonly AllocationField[]; overpaymentTreatment: string },
): number {
  const { vessels, valueDate, rule } = stream.task;
  const past: number[] = [];
  const today: number[] = [];
  const later: number[] = [];
  for (const [index, { dueDate, open }] of vessels.entries()) {
    if (isEmpty(open)) continue;
    if (dueDate < valueDate) past.push(index);
    else if (dueDate === valueDate) today.push(index);
    else later.push(index);
  }
  if (rule.chargesDueBy === 'own_date') {
    fillInstalments(stream, [...past, ...today, ...later], (index) =>
      dueCaps(vessels[index], valueDate),
    );
  } else {
    fillInstalments(stream, past);
    fillInstalments(stream, today);
  }
  const advance = { ...stream, order: inAdvance };
  fillInAdvance(advance, later, overpaymentTreatment);
  return advance.left;
}

type Stream = {
  left: number;
  readonly order: readonly AllocationField[];
  readonly direction: 'horizontal' | 'vertical';
  readonly task: Parameters<typeof runWaterfall>[1];
};

type Caps = Readonly<Record<AllocationField, number>> | undefined;

function fillInAdvance(stream: Stream, later: number[], overpaymentTreatment: string): void {
  if (overpaymentTreatment === 'next_instalments') fillInstalments(stream, later);
  if (overpaymentTreatment === 'last_instalments') fillInstalments(stream, later.toReversed());
  if (overpaymentTreatment !== 'even_spread') return;
  if (stream.direction === 'horizontal') spreadEvenly(stream, later, stream.order);
  else for (const field of stream.order) spreadEvenly(stream, later, [field]);
}

function fillInstalments(
  stream: Stream,
  indexes: readonly number[],
  capsOf?: (index: number) => Caps,
): void {
  if (stream.direction === 'horizontal') {
    for (const index of indexes) {
      if (stream.left === 0) return;
      const caps = capsOf?.(index);
      for (const field of stream.order) fill(stream, index, { field, cap: caps?.[field] });
    }
    return;
  }
  for (const field of stream.order) {
    for (const index of indexes) fill(stream, index, { field, cap: capsOf?.(index)?.[field] });
  }
}

/** Pours up to the cap into one portion of one vessel and returns what went in. */
function fill(
  stream: Stream,
  index: number,
  { field, cap }: { field: AllocationField; cap?: number | undefined },
): number {
  const open = stream.task.vessels[index]?.open;
  if (open === undefined) return 0;
  const allocated = Math.min(stream.left, open[field], cap ?? open[field]);
  if (allocated <= 0) return 0;
  open[field] -= allocated;
  stream.left -= allocated;
  stream.task.tell(index, field, allocated);
  return allocated;
}

/** Equal shares for every instalment with something open, the last takes the rest; again until nothing moves. */
function spreadEvenly(
  stream: Stream,
  later: readonly number[],
  fields: readonly AllocationField[],
): void {
  const { vessels } = stream.task;
  for (;;) {
    const open = later.filter((index) =>
      fields.some((field) => (vessels[index]?.open[field] ?? 0) > 0),
    );
    if (open.length === 0 || stream.left === 0) return;
    const whole = stream.left;
    const share = divideRounded(whole, open.length, 'half_even');
    for (const [place, index] of open.entries()) {
      let room = place === open.length - 1 ? whole - share * (open.length - 1) : share;
      for (const field of fields) room -= fill(stream, index, { field, cap: room });
    }
    if (stream.left === whole) return;
  }
}

/** By own dates: an instalment that is due owes everything, a later one only the charges that are due. */
function dueCaps(vessel: Vessel | undefined, valueDate: CalendarDate): Caps {
  if (vessel === undefined || vessel.dueDate <= valueDate) return undefined;
  return {
    penaltyMinor: vessel.dueAhead?.penaltyMinor ?? 0,
    feeMinor: vessel.dueAhead?.feeMinor ?? 0,
    interestMinor: 0,
    principalMinor: 0,
  };
}

function isEmpty(open: Vessel['open']): boolean {
  return (
    open.penaltyMinor <= 0 &&
    open.feeMinor <= 0 &&
    open.interestMinor <= 0 &&
    open.principalMinor <= 0
  );
}

function fieldsOf(order: ComponentOrder): AllocationField[] {
  return order.map((allocated: AllocationComponent) => FIELD_OF_COMPONENT[allocated]);
}

const FIELD_OF_COMPONENT = {
  penalty: 'penaltyMinor',
  fee: 'feeMinor',
  interest: 'interestMinor',
  principal: 'principalMinor',
} as const satisfies Record<AllocationComponent, AllocationField>;
