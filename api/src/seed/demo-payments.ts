import type { LedgerEvent } from '../features/servicing/ledger/ledger-entry.ts';
import { addDays } from '@bursar/loan-maths';
import { linesOf } from '../features/servicing/ledger/ledger-entry.ts';
import type { DemoPayment } from './demo-loans.ts';
import { demoPortfolio } from './demo-people.ts';
import type { DemoRows } from './demo-tables.ts';
import type { Random } from './random.ts';
import { momentOf, type Booking, type Placed } from './placed-loan.ts';

const { currency } = demoPortfolio;

type Paid = {
  readonly loan: Placed;
  readonly payment: DemoPayment;
  readonly booking: Booking;
  readonly method?: 'direct-debit';
};

/** Adds a payment with its allocations, ledger entry and audit row; returns its id. */
export function addPayment(rows: DemoRows, { loan, payment, booking, ...wishes }: Paid): string {
  const { random, people } = booking;
  const { portfolioId } = people;
  const at = momentOf(payment.valueDate, 10 + random.between(0, 6), random.between(0, 59));
  const id = random.uuid(at);
  const held = payment.valueDate > addDays(loan.disbursedOn, 2);
  const teamId = held ? loan.teamId : null;
  const agentId = held ? loan.agentId : null;
  const by = agentId ?? (teamId && people.desks.get(teamId)) ?? people.managerId;
  const { amountMinor, principalMinor, interestMinor, valueDate } = payment;
  const drawn = random.pick(['bank-transfer', 'direct-debit', 'direct-debit', 'card', 'cash']);
  const event = { loan, event: 'post-payment', by, at, random, portfolioId } as const;
  rows.payments.push({
    portfolioId,
    id,
    loanId: loan.id,
    currency,
    amountMinor,
    principalMinor,
    interestMinor,
    feesMinor: 0,
    penaltiesMinor: 0,
    valueDate,
    method: wishes.method ?? drawn,
    teamId,
    agentId,
    postedBy: by,
    postedAt: at.toISOString(),
  });
  for (const { number, ...allocation } of payment.allocations) {
    rows.payment_allocations.push({
      portfolioId,
      paymentId: id,
      instalmentNumber: number,
      principalMinor: allocation.principalMinor,
      interestMinor: allocation.interestMinor,
      feesMinor: 0,
      penaltiesMinor: 0,
    });
  }
  addMoneyEvent(rows, event, {
    sourceId: id,
    valueDate,
    moved: [
      ['cash', amountMinor],
      ['loans-receivable', -principalMinor],
      ['interest-income', -interestMinor],
    ],
    after: { paymentId: id, amountMinor, currency, valueDate },
  });
  return id;
}

/** One in this many payments follows a direct debit that the bank returned. */
const ONE_RETURNED_OF = 180;

/**
 * Adds direct debits that were returned: posted days before the final payment, and reversed the
 * next day.
 */
export function addReturnedDebits(
  rows: DemoRows,
  loans: readonly Placed[],
  booking: Booking,
): void {
  for (const loan of loans) {
    for (const [index, payment] of loan.payments.entries()) {
      if (booking.random.between(1, ONE_RETURNED_OF) > 1) continue;
      const valueDate = addDays(payment.valueDate, -3);
      const earliest = loan.payments[index - 1]?.valueDate ?? loan.disbursedOn;
      if (valueDate < earliest) continue;
      addReturnedDebit(rows, { loan, payment: { ...payment, valueDate }, booking });
    }
  }
}

function addReturnedDebit(rows: DemoRows, paid: Paid): void {
  const { loan, payment, booking } = paid;
  const { random, people } = booking;
  const { portfolioId, managerId } = people;
  const { valueDate, amountMinor, principalMinor, interestMinor } = payment;
  const paymentId = addPayment(rows, { ...paid, method: 'direct-debit' });
  const at = momentOf(addDays(valueDate, 1), 8, random.between(0, 59));
  const id = random.uuid(at);
  const reason = 'Direct debit returned: insufficient funds';
  rows.payment_reversals.push({
    portfolioId,
    id,
    paymentId,
    loanId: loan.id,
    reason,
    reversedBy: managerId,
    reversedAt: at.toISOString(),
  });
  const event = { loan, event: 'reverse-payment', by: managerId, at, random, portfolioId } as const;
  addMoneyEvent(rows, event, {
    sourceId: id,
    valueDate,
    moved: [
      ['cash', -amountMinor],
      ['loans-receivable', principalMinor],
      ['interest-income', interestMinor],
    ],
    after: { paymentId, amountMinor, currency, valueDate, reason },
  });
}

type MoneyEvent = {
  readonly loan: Placed;
  readonly event: Exclude<LedgerEvent, 'undo-import'>;
  readonly by: string;
  readonly at: Date;
  readonly random: Random;
  readonly portfolioId: string;
};

type Moved = {
  readonly sourceId: string;
  readonly valueDate: string;
  readonly moved: Parameters<typeof linesOf>[0];
  readonly after: Readonly<Record<string, string | number>>;
};

export function addMoneyEvent(
  rows: DemoRows,
  { loan, event, by, at, random, portfolioId }: MoneyEvent,
  { sourceId, valueDate, moved, after }: Moved,
): void {
  const postedAt = at.toISOString();
  rows.entries.push({
    portfolioId,
    loanId: loan.id,
    currency,
    postedBy: by,
    postedAt,
    id: random.uuid(at),
    event,
    sourceId,
    valueDate,
    lines: linesOf(moved),
  });
  rows.audit_events.push({
    id: random.uuid(at),
    portfolioId,
    actorId: by,
    event,
    subject: 'loan',
    subjectId: loan.id,
    after: JSON.stringify(after),
    at: postedAt,
  });
}
