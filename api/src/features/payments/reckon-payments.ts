import {
  chargeToReplay,
  loanToReplay,
  paymentToReplay,
  type ChargedAmount,
  type PaymentToReplay,
} from '@bursar/contracts/loan-to-replay';
import {
  PORTION_FIELDS,
  replayLoan,
  subtractPortions,
  sumPortions,
  type LoanEvent,
  type PortionAmounts,
} from '@bursar/loan-maths';
import type { InstalmentRow } from '../loans/instalments.store.ts';
import type { Due } from '../loans/schedule-versions.store.ts';
import { placeOnCharges, type ChargePortion, type ChargeStep } from './place-on-charges.ts';

/** What a payment does for one instalment. */
export type Portion = PortionAmounts & { readonly instalmentNumber: number };

/** A payment as it stands, with where its money lies now. */
export type PlacedPayment = PaymentToReplay & {
  /** What came first of events of one day. */
  readonly number: number;
  readonly portions: readonly Portion[];
  readonly charges: readonly ChargePortion[];
};

type Books = Omit<Parameters<typeof loanToReplay>[0], 'instalments'> & {
  /** With all that is paid on them now. */
  readonly instalments: readonly InstalmentRow[];
  /** Where a payoff has left some of it out: what they asked for before. */
  readonly agreed?: ReadonlyMap<number, Due>;
  /** What stands paid on each charge now. */
  readonly chargesPaid: ReadonlyMap<string, number>;
};

type Change<Standing extends PlacedPayment> = {
  /** What stands from the changed place on, in the order in which it counts. */
  readonly standing: readonly Standing[];
  /** A payment that comes before them. */
  readonly putIn?: PaymentToReplay;
  /** The id of the one among them that no longer counts. */
  readonly takenOut?: string;
};

/** Where a payment's money lies. */
type Placing = {
  readonly portions: readonly Portion[];
  readonly charges: readonly ChargePortion[];
};

export type Reckoned<Standing extends PlacedPayment> = Placing & {
  /** Payments whose money comes to lie elsewhere; the placing above is of the payment put in. */
  readonly reallocated: readonly (Placing & { readonly payment: Standing })[];
  readonly instalments: readonly InstalmentRow[];
  /** What asks for another amount than now: a payoff owes no later interest, and without it that is due again. */
  readonly dues: readonly Due[];
  /** Money that finds no place: all that is owed is paid without it. */
  readonly restMinor: number;
};

/**
 * What the instalments and payments become when a payment comes or goes: `replayLoan` reckons the events from the
 * changed place on, charges that were made later among them; what was paid before it stays as it lies, the opening
 * balances of a tape too.
 */
export function reckonPayments<Standing extends PlacedPayment>(
  books: Books,
  change: Change<Standing>,
): Reckoned<Standing> {
  const { standing, putIn, takenOut } = change;
  const later = books.charges.filter((charged) => isLater(charged, change));
  const base = before(books, { payments: standing, later });
  const charges = books.charges.filter((charged) => !later.includes(charged));
  const { loan, disbursement } = loanToReplay({ ...books, instalments: base, charges });
  const inOrder = orderOf(change, later);
  const replayBy = (rule?: 'maturity') => {
    const events: LoanEvent[] = inOrder.map((one) =>
      'payment' in one
        ? paymentToReplay(
            rule ? { ...one.payment, interestUntil: rule } : one.payment,
            books.currency,
          )
        : chargeToReplay(one.charged, books.currency),
    );
    const reversal = { kind: 'reversal', id: 'reversal', reverses: takenOut ?? '' } as const;
    const replayed = replayLoan(loan, [disbursement, ...events, ...(takenOut ? [reversal] : [])]);
    // Amounts and instalments were checked, by the command and by the table's constraints.
    if (!replayed.ok) throw new Error(replayed.failure.message);
    return replayed.value;
  };
  const first = replayBy();
  // Nothing is settled before a charge that was made later: what the schedule asks for stays.
  const isCutShort =
    first.outstanding.totalMinor > 0 &&
    first.instalments.some(
      ({ due }, index) => due.interestMinor < (base[index]?.interestMinor ?? 0),
    );
  const replayed = isCutShort ? replayBy('maturity') : first;
  const instalments = books.instalments.map((row, index) => {
    const after = replayed.instalments[index];
    return after ? withPaid(withDue(row, after.due), after.paid) : row;
  });
  const parts = new Map(replayed.events.map((event) => [event.id, event.parts]));
  const steps = inOrder.flatMap((one): ChargeStep[] => {
    if (!('payment' in one)) return [one];
    const { id } = one.payment;
    return id === takenOut ? [] : [{ paymentId: id, portions: parts.get(id) ?? [] }];
  });
  const placed = placeOnCharges(
    [...charges.map((charged) => ({ charged })), ...steps],
    paidBefore(books.chargesPaid, standing),
  );
  const placingOf = ({ id }: PaymentToReplay): Placing => {
    return { portions: parts.get(id) ?? [], charges: placed.get(id) ?? [] };
  };
  return {
    ...(putIn ? placingOf(putIn) : { portions: [], charges: [] }),
    reallocated: standing
      .filter(({ id }) => id !== takenOut)
      .map((payment) => ({ payment, ...placingOf(payment) }))
      .filter(({ payment, ...placing }) => !same(payment, placing)),
    instalments,
    dues: instalments.filter((row, index) => {
      const now = books.instalments[index];
      return now && DUE_FIELDS.some((field) => row[field] !== now[field]);
    }),
    restMinor: replayed.creditMinor,
  };
}

type Counted = { readonly charged: ChargedAmount } | { readonly payment: PaymentToReplay };

/** What is put in comes last on its day; a payment that is taken out makes room from its own place on. */
function isLater(
  { countsOn, number }: ChargedAmount,
  { standing, putIn, takenOut }: Change<PlacedPayment>,
): boolean {
  const place = putIn ?? standing.find(({ id }) => id === takenOut);
  if (!place) return false;
  const placeNumber = putIn ? Number.POSITIVE_INFINITY : (standing[0]?.number ?? 0);
  return countsOn === place.valueDate ? number > placeNumber : countsOn > place.valueDate;
}

function orderOf(
  { standing, putIn }: Change<PlacedPayment>,
  later: readonly ChargedAmount[],
): readonly Counted[] {
  const last = Number.POSITIVE_INFINITY;
  return [
    ...standing.map((payment) => ({ on: payment.valueDate, number: payment.number, payment })),
    ...(putIn ? [{ on: putIn.valueDate, number: last, payment: putIn }] : []),
    ...later.map((charged) => ({ on: charged.countsOn, number: charged.number, charged })),
  ].toSorted((left, right) => {
    if (left.on !== right.on) return left.on < right.on ? -1 : 1;
    return left.number < right.number ? -1 : left.number > right.number ? 1 : 0;
  });
}

function paidBefore(
  paid: ReadonlyMap<string, number>,
  payments: readonly PlacedPayment[],
): ReadonlyMap<string, number> {
  const left = new Map(paid);
  for (const { chargeId, amountMinor } of payments.flatMap(({ charges }) => charges)) {
    left.set(chargeId, (left.get(chargeId) ?? 0) - amountMinor);
  }
  return left;
}

/** Instalment by instalment, what `now` has more than `then`, or less. */
export function differenceOf(then: readonly Portion[], now: readonly Portion[]): Portion[] {
  const numbers = new Set([...then, ...now].map(({ instalmentNumber }) => instalmentNumber));
  return [...numbers].map((instalmentNumber) => {
    const on = (portions: readonly Portion[]) =>
      sumPortions(portions.filter((portion) => portion.instalmentNumber === instalmentNumber));
    return { instalmentNumber, ...subtractPortions(on(now), on(then)) };
  });
}

function same(then: Placing, now: Placing): boolean {
  const onInstalments = differenceOf(then.portions, now.portions).every((portion) =>
    PORTION_FIELDS.every((field) => portion[field] === 0),
  );
  const laid = (one: Placing, id: string) =>
    one.charges.find(({ chargeId }) => chargeId === id)?.amountMinor ?? 0;
  const all = [...then.charges, ...now.charges];
  return onInstalments && all.every(({ chargeId }) => laid(then, chargeId) === laid(now, chargeId));
}

const DUE_FIELDS = ['interestMinor', 'feeMinor', 'penaltyMinor'] as const;

type Lifted = {
  readonly payments: readonly PlacedPayment[];
  readonly later: readonly ChargedAmount[];
};

/** The instalments as agreed, without what these payments paid and what was charged later. */
function before({ instalments, agreed }: Books, { payments, later }: Lifted): InstalmentRow[] {
  const portions = payments.flatMap((payment) => payment.portions);
  return instalments.map((live) => {
    const asked = { ...live, ...agreed?.get(live.number) };
    const charged = (portion: ChargedAmount['portion']) =>
      later
        .filter((one) => one.instalmentNumber === live.number && one.portion === portion)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const row = {
      ...asked,
      feeMinor: asked.feeMinor - charged('fee'),
      penaltyMinor: asked.penaltyMinor - charged('penalty'),
    };
    const lifted = portions.filter(({ instalmentNumber }) => instalmentNumber === row.number);
    return lifted.length === 0
      ? row
      : withPaid(row, subtractPortions(paidOn(row), sumPortions(lifted)));
  });
}

function withDue(row: InstalmentRow, due: PortionAmounts): InstalmentRow {
  const { interestMinor, feeMinor, penaltyMinor } = due;
  return { ...row, interestMinor, feeMinor, penaltyMinor };
}

function paidOn(row: InstalmentRow): PortionAmounts {
  return {
    penaltyMinor: row.penaltyPaidMinor,
    feeMinor: row.feePaidMinor,
    interestMinor: row.interestPaidMinor,
    principalMinor: row.principalPaidMinor,
  };
}

function withPaid(row: InstalmentRow, paid: PortionAmounts): InstalmentRow {
  return {
    ...row,
    penaltyPaidMinor: paid.penaltyMinor,
    feePaidMinor: paid.feeMinor,
    interestPaidMinor: paid.interestMinor,
    principalPaidMinor: paid.principalMinor,
  };
}
