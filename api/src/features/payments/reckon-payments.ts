import {
  loanToReplay,
  paymentToReplay,
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

/** What a payment does for one instalment. */
export type Portion = PortionAmounts & { readonly instalmentNumber: number };

/** A payment as it stands, with where its money lies now. */
export type PlacedPayment = PaymentToReplay & { readonly portions: readonly Portion[] };

type Books = Omit<Parameters<typeof loanToReplay>[0], 'instalments'> & {
  /** With all that is paid on them now. */
  readonly instalments: readonly InstalmentRow[];
  /** Where a payoff has left some of it out: what they asked for before. */
  readonly agreed?: ReadonlyMap<number, Due>;
};

type Change<Standing extends PlacedPayment> = {
  /** What stands from the changed place on, in the order in which it counts. */
  readonly standing: readonly Standing[];
  /** A payment that comes before them. */
  readonly putIn?: PaymentToReplay;
  /** The id of the one among them that no longer counts. */
  readonly takenOut?: string;
};

export type Reckoned<Standing extends PlacedPayment> = {
  /** Of the payment put in. */
  readonly portions: readonly Portion[];
  /** Payments whose money comes to lie elsewhere. */
  readonly reallocated: readonly {
    readonly payment: Standing;
    readonly portions: readonly Portion[];
  }[];
  readonly instalments: readonly InstalmentRow[];
  /** What asks for another amount than now: a payoff owes no later interest, and without it that is due again. */
  readonly dues: readonly Due[];
  /** Money that finds no place: all that is owed is paid without it. */
  readonly restMinor: number;
};

/**
 * What the instalments and payments become when a payment comes or goes: `replayLoan` reckons the events from the
 * changed place on; what was paid before it stays as it lies, the opening balances of a tape too.
 */
export function reckonPayments<Standing extends PlacedPayment>(
  books: Books,
  { standing, putIn, takenOut }: Change<Standing>,
): Reckoned<Standing> {
  const { loan, disbursement } = loanToReplay({ ...books, instalments: before(books, standing) });
  const payments = [...standing, ...(putIn ? [putIn] : [])];
  const events: LoanEvent[] = [
    disbursement,
    ...payments.map((payment) => paymentToReplay(payment, books.currency)),
    ...(takenOut ? [{ kind: 'reversal', id: 'reversal', reverses: takenOut } as const] : []),
  ];
  const replayed = replayLoan(loan, events);
  // Amounts and instalments were checked, by the command and by the table's constraints.
  if (!replayed.ok) throw new Error(replayed.failure.message);
  const reckoned = replayed.value.instalments;
  const instalments = books.instalments.map((row, index) => {
    const after = reckoned[index];
    return after ? withPaid(withDue(row, after.due), after.paid) : row;
  });
  const parts = new Map(replayed.value.events.map((event) => [event.id, event.parts]));
  const partsOf = ({ id }: PaymentToReplay) => parts.get(id) ?? [];
  return {
    portions: putIn ? partsOf(putIn) : [],
    reallocated: standing
      .filter(({ id }) => id !== takenOut)
      .map((payment) => ({ payment, portions: partsOf(payment) }))
      .filter(({ payment, portions }) => !same(payment.portions, portions)),
    instalments,
    dues: instalments.filter((row, index) => {
      const now = books.instalments[index];
      return now && DUE_FIELDS.some((field) => row[field] !== now[field]);
    }),
    restMinor: replayed.value.creditMinor,
  };
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

function same(then: readonly Portion[], now: readonly Portion[]): boolean {
  return differenceOf(then, now).every((portion) =>
    PORTION_FIELDS.every((field) => portion[field] === 0),
  );
}

const DUE_FIELDS = ['interestMinor', 'feeMinor', 'penaltyMinor'] as const;

/** The instalments as agreed, without what these payments paid. */
function before(
  { instalments, agreed }: Books,
  payments: readonly PlacedPayment[],
): InstalmentRow[] {
  const portions = payments.flatMap((payment) => payment.portions);
  return instalments.map((live) => {
    const row = { ...live, ...agreed?.get(live.number) };
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
