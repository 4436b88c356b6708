import {
  addDays,
  allocatePayment,
  minorUnits,
  type CalendarDate,
  type OpenInstalment,
} from '@bursar/loan-maths';
import type { ChargeKind } from '@bursar/contracts/choices';

const CURRENCY = 'USD';
export type DemoCurrency = typeof CURRENCY;

export type DemoInstalment = OpenInstalment<DemoCurrency>;

export type DemoAllocation = {
  readonly number: number;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly feeMinor: number;
  readonly penaltyMinor: number;
};

export type DemoPayment = Omit<DemoAllocation, 'number'> & {
  readonly valueDate: CalendarDate;
  readonly amountMinor: number;
  readonly allocations: readonly DemoAllocation[];
  /** The direct debit that the bank returned before this payment; null if there was none. */
  readonly returned: DemoPayment | null;
};

export type DemoCharge = {
  readonly number: number;
  readonly dueOn: CalendarDate;
  readonly portion: 'fee' | 'penalty';
  readonly kind: ChargeKind;
  readonly amountMinor: number;
  readonly chargedOn: CalendarDate;
  readonly reason: string;
  readonly waivedOn: CalendarDate | null;
};

/** A call about a late instalment. */
export type DemoContact = {
  readonly on: CalendarDate;
  readonly promise: {
    readonly on: CalendarDate;
    readonly amountMinor: number;
    readonly isMet: boolean;
  } | null;
};

const PENALTY_AFTER = 15;
const PENALTY_MINOR = 1_500;
const RETURN_FEE_MINOR = 2_000;
const MOST_PENALTIES = 3;

type Wishes = { readonly isReturned?: boolean; readonly isHalf?: boolean };

/** The instalments and events of one loan. Payments and charges change them. */
export class DemoAccount {
  readonly instalments: DemoInstalment[];
  readonly payments: DemoPayment[] = [];
  readonly charges: DemoCharge[] = [];
  readonly contacts: DemoContact[] = [];
  readonly #today: CalendarDate;
  /** Payments pay the oldest instalments first, so all instalments before this index are paid. */
  #firstOpen = 0;

  constructor(instalments: readonly DemoInstalment[], today: CalendarDate) {
    this.instalments = [...instalments];
    this.#today = today;
  }

  oldestOpen(): DemoInstalment | undefined {
    let oldest = this.instalments[this.#firstOpen];
    while (oldest && remainingOf(oldest) === 0) oldest = this.instalments[++this.#firstOpen];
    return oldest;
  }

  openUntil(day: string): DemoInstalment[] {
    const found: DemoInstalment[] = [];
    let one = this.oldestOpen();
    for (let at = this.#firstOpen; one && one.dueDate <= day; one = this.instalments[++at]) {
      found.push(one);
    }
    return found;
  }

  isNearlyPaid(): boolean {
    return this.#firstOpen > this.instalments.length * 0.65;
  }

  talk(on: CalendarDate, promise: DemoContact['promise']): void {
    this.contacts.push({ on, promise });
  }

  /** Pays the amount owed on these instalments, or half of it, and returns the amount. */
  pay(
    valueDate: CalendarDate,
    instalments: readonly DemoInstalment[],
    wishes: Wishes = {},
  ): number {
    const [first] = instalments;
    // Payments are before today, because the demo may be seeded at any hour of the day.
    if (!first || valueDate >= this.#today) return 0;
    this.chargePenalties(valueDate);
    const current = () => instalments.map(({ number }) => this.#numbered(number));
    const returned = wishes.isReturned ? this.#returnDebit(valueDate, current()) : null;
    const paid = current();
    const owedMinor = owedOn(paid);
    const amountMinor = wishes.isHalf ? Math.ceil(owedMinor / 2) : owedMinor;
    const payment = allocate(paid, { valueDate, amountMinor });
    this.payments.push({ ...payment, returned });
    for (const allocation of payment.allocations) this.#take(allocation);
    return amountMinor;
  }

  chargePenalties(until: CalendarDate): void {
    for (const { number, dueDate } of this.openUntil(until)) {
      const chargedOn = addDays(dueDate, PENALTY_AFTER);
      if (chargedOn > until || !this.#mayPenalise(number)) continue;
      const waivedOn = addDays(chargedOn, 2);
      this.#charge({
        number,
        dueOn: dueDate,
        portion: 'penalty',
        kind: 'late-payment',
        amountMinor: PENALTY_MINOR,
        chargedOn,
        reason: 'No payment after two reminders',
        // A few are waived, because the payment was on its way.
        waivedOn: number % 9 === 0 && waivedOn < this.#today ? waivedOn : null,
      });
    }
  }

  #mayPenalise(number: number): boolean {
    const penalties = this.charges.filter(({ portion }) => portion === 'penalty');
    const isDone = penalties.some((charge) => charge.number === number);
    return !isDone && penalties.length < MOST_PENALTIES;
  }

  /**
   * Returns a direct debit that the bank returned, and charges its fee. Returns null and charges
   * nothing unless the latest payment is before the debit.
   */
  #returnDebit(paidOn: CalendarDate, paid: readonly DemoInstalment[]): DemoPayment | null {
    const valueDate = addDays(paidOn, -3);
    const [first] = paid;
    if (!first || valueDate <= (this.payments.at(-1)?.valueDate ?? valueDate)) return null;
    const returned = allocate(paid, { valueDate, amountMinor: owedOn(paid) });
    this.#charge({
      number: first.number,
      dueOn: first.dueDate,
      portion: 'fee',
      kind: 'returned-payment',
      amountMinor: RETURN_FEE_MINOR,
      chargedOn: addDays(valueDate, 1),
      reason: 'The bank returned the direct debit',
      waivedOn: null,
    });
    return returned;
  }

  #charge(charge: DemoCharge): void {
    this.charges.push(charge);
    if (charge.waivedOn !== null) return;
    const instalment = this.#numbered(charge.number);
    const part = charge.portion === 'fee' ? 'feeMinor' : 'penaltyMinor';
    const raised = minorUnits(instalment.due[part] + charge.amountMinor, CURRENCY);
    const due = { ...instalment.due, [part]: raised };
    this.instalments[charge.number - 1] = { ...instalment, due };
  }

  #take({ number, ...allocation }: DemoAllocation): void {
    const instalment = this.#numbered(number);
    const { paid } = instalment;
    this.instalments[number - 1] = {
      ...instalment,
      paid: {
        penaltyMinor: minorUnits(paid.penaltyMinor + allocation.penaltyMinor, CURRENCY),
        feeMinor: minorUnits(paid.feeMinor + allocation.feeMinor, CURRENCY),
        interestMinor: minorUnits(paid.interestMinor + allocation.interestMinor, CURRENCY),
        principalMinor: minorUnits(paid.principalMinor + allocation.principalMinor, CURRENCY),
      },
    };
  }

  /** Instalments are numbered from 1 without gaps. */
  #numbered(number: number): DemoInstalment {
    const instalment = this.instalments[number - 1];
    if (!instalment) throw new Error(`there is no instalment ${number}`);
    return instalment;
  }
}

function owedOn(instalments: readonly DemoInstalment[]): number {
  return instalments.reduce((sum, one) => sum + remainingOf(one), 0);
}

function allocate(
  instalments: readonly DemoInstalment[],
  { valueDate, amountMinor }: { readonly valueDate: CalendarDate; readonly amountMinor: number },
): DemoPayment {
  const allocation = allocatePayment({
    amountMinor: minorUnits(amountMinor, CURRENCY),
    valueDate,
    instalments,
  });
  if (!allocation.ok) throw new Error(allocation.failure.message);
  const { parts, totals } = allocation.value;
  const { principalMinor, interestMinor, feeMinor, penaltyMinor } = totals;
  return {
    valueDate,
    amountMinor,
    principalMinor,
    interestMinor,
    feeMinor,
    penaltyMinor,
    returned: null,
    allocations: parts.map(({ instalmentNumber: number, ...part }) => ({
      number,
      principalMinor: part.principalMinor,
      interestMinor: part.interestMinor,
      feeMinor: part.feeMinor,
      penaltyMinor: part.penaltyMinor,
    })),
  };
}

export function remainingOf({ due, paid }: OpenInstalment): number {
  return (
    due.principalMinor -
    paid.principalMinor +
    due.interestMinor -
    paid.interestMinor +
    due.feeMinor -
    paid.feeMinor +
    due.penaltyMinor -
    paid.penaltyMinor
  );
}
