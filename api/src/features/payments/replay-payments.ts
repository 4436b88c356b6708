import { allocatePayment, calendarDate, minorUnits, PORTION_ORDERS } from '@bursar/loan-maths';
import type { AllocationOrder } from '@bursar/contracts/loans';
import type { InstalmentRow } from '../loans/instalments.store.ts';

/** What a payment does for one instalment. */
export type Portion = {
  readonly number: number;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly feesMinor: number;
  readonly penaltiesMinor: number;
};

export type PaymentToPlace = { readonly amountMinor: number; readonly valueDate: string };

/** A payment as it stands, with where its money lies now. */
export type PlacedPayment = PaymentToPlace & { readonly portions: readonly Portion[] };

type Books = {
  readonly currency: string;
  readonly allocationOrder: AllocationOrder;
  /** With all that is paid on them now. */
  readonly instalments: readonly InstalmentRow[];
};

type Change<Later extends PlacedPayment> = {
  /** A payment that no longer counts. */
  readonly takenOut?: PlacedPayment;
  /** A payment that takes its place before the later ones. */
  readonly putIn?: PaymentToPlace;
  /** What stands after the changed place, in the order in which it counts. */
  readonly later: readonly Later[];
};

export type Replay<Later extends PlacedPayment> = {
  /** Of the payment put in. */
  readonly portions: readonly Portion[];
  /** Later payments whose money comes to lie elsewhere. */
  readonly reallocated: readonly {
    readonly payment: Later;
    readonly portions: readonly Portion[];
  }[];
  readonly instalments: readonly InstalmentRow[];
  /** Money that finds no place: all that is owed is paid without it. */
  readonly restMinor: number;
};

/**
 * What the instalments and the later payments become when a payment goes or comes: the later ones
 * are lifted off and allocated again, one after the other, by the rule that allocated them first.
 */
export function replayPayments<Later extends PlacedPayment>(
  books: Books,
  { takenOut, putIn, later }: Change<Later>,
): Replay<Later> {
  const lifted = [...(takenOut ? [takenOut] : []), ...later];
  let instalments = lifted.reduce(
    (rows, payment) => settle(rows, payment.portions, -1),
    books.instalments,
  );
  let restMinor = 0;
  const place = (payment: PaymentToPlace): readonly Portion[] => {
    const placed = allocate({ ...books, instalments }, payment);
    restMinor += placed.restMinor;
    instalments = settle(instalments, placed.portions, 1);
    return placed.portions;
  };
  const portions = putIn ? place(putIn) : [];
  const replaced = later.map((payment) => ({ payment, portions: place(payment) }));
  return {
    portions,
    reallocated: replaced.filter(({ payment, portions: now }) => !same(payment.portions, now)),
    instalments,
    restMinor,
  };
}

export const portionParts = [
  'principalMinor',
  'interestMinor',
  'feesMinor',
  'penaltiesMinor',
] as const;

export type PortionSums = Readonly<Record<(typeof portionParts)[number], number>>;

export function sumPortions(portions: readonly Portion[]): PortionSums {
  const sums = { principalMinor: 0, interestMinor: 0, feesMinor: 0, penaltiesMinor: 0 };
  for (const portion of portions) {
    for (const part of portionParts) sums[part] += portion[part];
  }
  return sums;
}

/** Instalment by instalment, what `now` has more than `before`, or less. */
export function differenceOf(before: readonly Portion[], now: readonly Portion[]): Portion[] {
  const numbers = new Set([...before, ...now].map(({ number }) => number));
  return [...numbers].map((number) => {
    const of = (portions: readonly Portion[]) =>
      sumPortions(portions.filter((portion) => portion.number === number));
    const [was, is] = [of(before), of(now)];
    return {
      number,
      principalMinor: is.principalMinor - was.principalMinor,
      interestMinor: is.interestMinor - was.interestMinor,
      feesMinor: is.feesMinor - was.feesMinor,
      penaltiesMinor: is.penaltiesMinor - was.penaltiesMinor,
    };
  });
}

function same(before: readonly Portion[], now: readonly Portion[]): boolean {
  return differenceOf(before, now).every((portion) =>
    portionParts.every((part) => portion[part] === 0),
  );
}

function settle(
  instalments: readonly InstalmentRow[],
  portions: readonly Portion[],
  sign: 1 | -1,
): readonly InstalmentRow[] {
  const byNumber = new Map(portions.map((portion) => [portion.number, portion]));
  return instalments.map((row) => {
    const portion = byNumber.get(row.number);
    if (!portion) return row;
    return {
      ...row,
      principalPaidMinor: row.principalPaidMinor + sign * portion.principalMinor,
      interestPaidMinor: row.interestPaidMinor + sign * portion.interestMinor,
      feesPaidMinor: row.feesPaidMinor + sign * portion.feesMinor,
      penaltiesPaidMinor: row.penaltiesPaidMinor + sign * portion.penaltiesMinor,
    };
  });
}

function allocate(
  { currency, allocationOrder, instalments }: Books,
  { amountMinor, valueDate }: PaymentToPlace,
): { portions: readonly Portion[]; restMinor: number } {
  const amount = (value: number) => minorUnits(value, currency);
  const allocation = allocatePayment({
    amountMinor: amount(amountMinor),
    valueDate: calendarDate(valueDate),
    instalments: instalments.map((row) => ({
      number: row.number,
      dueDate: calendarDate(row.dueOn),
      due: {
        penaltyMinor: amount(row.penaltiesMinor),
        feeMinor: amount(row.feesMinor),
        interestMinor: amount(row.interestMinor),
        principalMinor: amount(row.principalMinor),
      },
      paid: {
        penaltyMinor: amount(row.penaltiesPaidMinor),
        feeMinor: amount(row.feesPaidMinor),
        interestMinor: amount(row.interestPaidMinor),
        principalMinor: amount(row.principalPaidMinor),
      },
    })),
    rule: { order: PORTION_ORDERS[allocationOrder] },
  });
  // Amounts and instalments were checked, by the command and by the table's constraints.
  if (!allocation.ok) throw new Error(allocation.failure.message);
  const { parts, restMinor } = allocation.value;
  return {
    portions: parts.map((part) => ({
      number: part.instalmentNumber,
      principalMinor: part.principalMinor,
      interestMinor: part.interestMinor,
      feesMinor: part.feeMinor,
      penaltiesMinor: part.penaltyMinor,
    })),
    restMinor,
  };
}
