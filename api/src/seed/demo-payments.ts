import { addDays } from '@bursar/loan-maths';
import type { DemoPayment } from './demo-loans.ts';
import { demoPortfolio } from './demo-people.ts';
import type { DemoRows } from './demo-tables.ts';
import { momentOf, type Booking, type Placed } from './placed-loan.ts';

const { currency } = demoPortfolio;

type Paid = {
  readonly loan: Placed;
  readonly payment: DemoPayment;
  readonly booking: Booking;
  readonly method?: 'direct-debit';
};

/** A payment with its portions, its ledger entry and its audit row; answers its id. */
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
  rows.payments.push([
    portfolioId,
    id,
    loan.id,
    currency,
    amountMinor,
    principalMinor,
    interestMinor,
    0,
    0,
    valueDate,
    wishes.method ?? drawn,
    teamId,
    agentId,
    by,
    at.toISOString(),
  ]);
  for (const portion of payment.portions) {
    rows.payment_portions.push([
      portfolioId,
      id,
      portion.number,
      portion.principalMinor,
      portion.interestMinor,
      0,
      0,
    ]);
  }
  addEntry(rows, {
    id: random.uuid(at),
    portfolioId,
    loanId: loan.id,
    event: 'post-payment',
    sourceId: id,
    day: valueDate,
    by,
    at,
    lines: [
      ['cash', amountMinor, 0],
      ['loans-receivable', 0, principalMinor],
      ['interest-income', 0, interestMinor],
    ],
  });
  const after = JSON.stringify({ paymentId: id, amountMinor, currency, valueDate });
  rows.audit_events.push([
    random.uuid(at),
    portfolioId,
    by,
    'post-payment',
    'loan',
    loan.id,
    after,
    at.toISOString(),
  ]);
  return id;
}

/** Of so many payments one was a direct debit that the bank returned before it was paid. */
const ONE_RETURNED_OF = 180;

/** Debits that came back: posted days before the payment that stands, and reversed the next day. */
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
  const { portfolioId, managerId } = booking.people;
  const { valueDate, amountMinor, principalMinor, interestMinor } = payment;
  const paymentId = addPayment(rows, { ...paid, method: 'direct-debit' });
  const at = momentOf(addDays(valueDate, 1), 8, booking.random.between(0, 59));
  const id = booking.random.uuid(at);
  const reason = 'Direct debit returned: insufficient funds';
  rows.payment_reversals.push([
    portfolioId,
    id,
    paymentId,
    loan.id,
    reason,
    managerId,
    at.toISOString(),
  ]);
  addEntry(rows, {
    id: booking.random.uuid(at),
    portfolioId,
    loanId: loan.id,
    event: 'reverse-payment',
    sourceId: id,
    day: valueDate,
    by: managerId,
    at,
    lines: [
      ['cash', 0, amountMinor],
      ['loans-receivable', principalMinor, 0],
      ['interest-income', interestMinor, 0],
    ],
  });
  const after = JSON.stringify({ paymentId, amountMinor, currency, valueDate, reason });
  rows.audit_events.push([
    booking.random.uuid(at),
    portfolioId,
    managerId,
    'reverse-payment',
    'loan',
    loan.id,
    after,
    at.toISOString(),
  ]);
}

type Entry = {
  readonly id: string;
  readonly portfolioId: string;
  readonly loanId: string;
  readonly event: string;
  readonly sourceId: string;
  readonly day: string;
  readonly by: string;
  readonly at: Date;
  readonly lines: readonly (readonly [account: string, debitMinor: number, creditMinor: number])[];
};

export function addEntry(
  rows: DemoRows,
  { id, portfolioId, loanId, event, sourceId, day, by, at, lines }: Entry,
): void {
  rows.ledger_transactions.push([
    portfolioId,
    id,
    loanId,
    event,
    sourceId,
    day,
    by,
    at.toISOString(),
  ]);
  const moved = lines.filter(([, debit, credit]) => debit + credit > 0);
  for (const [index, [account, debit, credit]] of moved.entries()) {
    rows.ledger_lines.push([portfolioId, id, index + 1, account, currency, debit, credit]);
  }
}
