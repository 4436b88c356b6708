import type { AllocationRule, AllocationComponent, ComponentOrder } from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import { divideRounded } from './exact.ts';
import type { AllocationField } from './allocated-amounts.ts';

/** The open amounts of an instalment; `runWaterfall` reduces them. */
export type OpenAmounts = {
  readonly dueDate: CalendarDate;
  readonly open: Record<AllocationField, number>;
  /** The open penalties and fees due by the value date, if the instalment is due later. */
  readonly dueAhead?: { penaltyMinor: number; feeMinor: number } | undefined;
};

/**
 * Allocates an amount to open instalments, which are sorted by due date: past due, due on the value
 * date, then in advance by the rule. Calls `onAllocated` for each allocated amount and returns the
 * rest.
 */
export function runWaterfall(
  amount: number,
  task: {
    readonly instalments: readonly OpenAmounts[];
    readonly valueDate: CalendarDate;
    readonly rule: AllocationRule;
    readonly onAllocated: (index: number, field: AllocationField, allocated: number) => void;
  },
): number {
  const { rule } = task;
  const order = fieldsOf(rule.order);
  const direction = rule.direction ?? 'horizontal';
  const run: WaterfallRun = { unallocated: amount, order, direction, task };
  const inAdvance = fieldsOf(rule.orderInAdvance ?? rule.order);
  const overpaymentTreatment = rule.overpaymentTreatment ?? 'next_instalments';
  const isPlain = direction === 'horizontal' && rule.chargesDueBy !== 'own_date';
  if (isPlain && overpaymentTreatment === 'next_instalments') return payInOrder(run, inAdvance);
  return payByStage(run, { inAdvance, overpaymentTreatment });
}

/**
 * Pays one instalment after the other. The common rule needs no stages, because the instalments are
 * sorted by due date.
 */
function payInOrder(run: WaterfallRun, inAdvance: readonly AllocationField[]): number {
  const { instalments, valueDate } = run.task;
  for (let index = 0; index < instalments.length && run.unallocated > 0; index++) {
    const instalment = instalments[index];
    if (instalment === undefined || isEmpty(instalment.open)) continue;
    const order = instalment.dueDate <= valueDate ? run.order : inAdvance;
    for (const field of order) payComponent(run, index, { field });
  }
  return run.unallocated;
}

function payByStage(
  run: WaterfallRun,
  {
    inAdvance,
    overpaymentTreatment,
  }: { inAdvance: readonly AllocationField[]; overpaymentTreatment: string },
): number {
  const { instalments, valueDate, rule } = run.task;
  const past: number[] = [];
  const today: number[] = [];
  const later: number[] = [];
  for (const [index, { dueDate, open }] of instalments.entries()) {
    if (isEmpty(open)) continue;
    if (dueDate < valueDate) past.push(index);
    else if (dueDate === valueDate) today.push(index);
    else later.push(index);
  }
  if (rule.chargesDueBy === 'own_date') {
    payInstalments(run, [...past, ...today, ...later], (index) =>
      dueCaps(instalments[index], valueDate),
    );
  } else {
    payInstalments(run, past);
    payInstalments(run, today);
  }
  const advance = { ...run, order: inAdvance };
  payInAdvance(advance, later, overpaymentTreatment);
  return advance.unallocated;
}

type WaterfallRun = {
  unallocated: number;
  readonly order: readonly AllocationField[];
  readonly direction: 'horizontal' | 'vertical';
  readonly task: Parameters<typeof runWaterfall>[1];
};

type Caps = Readonly<Record<AllocationField, number>> | undefined;

function payInAdvance(run: WaterfallRun, later: number[], overpaymentTreatment: string): void {
  if (overpaymentTreatment === 'next_instalments') payInstalments(run, later);
  if (overpaymentTreatment === 'last_instalments') payInstalments(run, later.toReversed());
  if (overpaymentTreatment !== 'even_spread') return;
  if (run.direction === 'horizontal') spreadEvenly(run, later, run.order);
  else for (const field of run.order) spreadEvenly(run, later, [field]);
}

function payInstalments(
  run: WaterfallRun,
  indexes: readonly number[],
  capsOf?: (index: number) => Caps,
): void {
  if (run.direction === 'horizontal') {
    for (const index of indexes) {
      if (run.unallocated === 0) return;
      const caps = capsOf?.(index);
      for (const field of run.order) payComponent(run, index, { field, cap: caps?.[field] });
    }
    return;
  }
  for (const field of run.order) {
    for (const index of indexes) payComponent(run, index, { field, cap: capsOf?.(index)?.[field] });
  }
}

/** Pays one component of one instalment, up to the cap, and returns the amount. */
function payComponent(
  run: WaterfallRun,
  index: number,
  { field, cap }: { field: AllocationField; cap?: number | undefined },
): number {
  const open = run.task.instalments[index]?.open;
  if (open === undefined) return 0;
  const allocated = Math.min(run.unallocated, open[field], cap ?? open[field]);
  if (allocated <= 0) return 0;
  open[field] -= allocated;
  run.unallocated -= allocated;
  run.task.onAllocated(index, field, allocated);
  return allocated;
}

/** Gives every open instalment an equal share and the last one the rest, until no money moves. */
function spreadEvenly(
  run: WaterfallRun,
  later: readonly number[],
  fields: readonly AllocationField[],
): void {
  const { instalments } = run.task;
  for (;;) {
    const open = later.filter((index) =>
      fields.some((field) => (instalments[index]?.open[field] ?? 0) > 0),
    );
    if (open.length === 0 || run.unallocated === 0) return;
    const whole = run.unallocated;
    const share = divideRounded(whole, open.length, 'half_even');
    for (const [place, index] of open.entries()) {
      let room = place === open.length - 1 ? whole - share * (open.length - 1) : share;
      for (const field of fields) room -= payComponent(run, index, { field, cap: room });
    }
    if (run.unallocated === whole) return;
  }
}

/**
 * Returns the caps of an instalment that is not due yet: only charges that are due by their own
 * dates may be paid. Undefined, which means no caps, if the instalment is due.
 */
function dueCaps(instalment: OpenAmounts | undefined, valueDate: CalendarDate): Caps {
  if (instalment === undefined || instalment.dueDate <= valueDate) return undefined;
  return {
    penaltyMinor: instalment.dueAhead?.penaltyMinor ?? 0,
    feeMinor: instalment.dueAhead?.feeMinor ?? 0,
    interestMinor: 0,
    principalMinor: 0,
  };
}

function isEmpty(open: OpenAmounts['open']): boolean {
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
