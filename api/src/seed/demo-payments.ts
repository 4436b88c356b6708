import type { LedgerEvent } from '../features/servicing/ledger/ledger-entry.ts';
import { addDays } from '@bursar/loan-maths';
import { chargeLines, linesOf } from '../features/servicing/ledger/ledger-entry.ts';
import type { ChargeIds } from './demo-charges.ts';
import type { DemoAllocation, DemoPayment } from './demo-account.ts';
import type { DemoRecovery } from './demo-loans.ts';
import { demoPortfolio } from './demo-people.ts';
import type { DemoRows } from './demo-tables.ts';
import type { Random } from './random.ts';
import { momentOf, type Booking, type Placed } from './placed-loan.ts';

const { currency } = demoPortfolio;

type Paid = {
  readonly loan: Placed;
  readonly payment: DemoPayment;
  readonly booking: Booking;
  /** The ids of the loan's charges. */
  readonly chargeIds: ChargeIds;
  readonly method?: 'direct-debit';
};

/** Adds a payment and, before it, the returned direct debit if there was one. */
export function addPayment(rows: DemoRows, paid: Paid): void {
  if (paid.payment.returned) addReturnedDebit(rows, paid, paid.payment.returned);
  addOnePayment(rows, paid);
}

/** Adds a payment with its allocations, ledger entry and audit row; returns its id. */
function addOnePayment(
  rows: DemoRows,
  { loan, payment, booking, chargeIds, ...wishes }: Paid,
): string {
  const { random } = booking;
  const { portfolioId } = booking.people;
  const { amountMinor, principalMinor, interestMinor, feeMinor, penaltyMinor, valueDate } = payment;
  const { by, at, holder } = posterOf(loan, valueDate, booking);
  const id = random.uuid(at);
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
    feesMinor: feeMinor,
    penaltiesMinor: penaltyMinor,
    recoveredMinor: 0,
    valueDate,
    method: wishes.method ?? drawn,
    ...holder,
    postedBy: by,
    postedAt: at.toISOString(),
  });
  for (const allocation of payment.allocations) {
    addAllocation(rows, { portfolioId, paymentId: id, allocation, chargeIds });
  }
  addMoneyEvent(rows, event, {
    sourceId: id,
    valueDate,
    moved: movedBy(payment),
    after: { paymentId: id, amountMinor, currency, valueDate },
  });
  return id;
}

/** Returns who posts a payment: the loan's holder, or the manager before the loan was assigned. */
function posterOf(loan: Placed, valueDate: string, { random, people }: Booking) {
  const at = momentOf(valueDate, 10 + random.between(0, 6), random.between(0, 59));
  const isHeld = valueDate > addDays(loan.disbursedOn, 2);
  const teamId = isHeld ? loan.teamId : null;
  const agentId = isHeld ? loan.agentId : null;
  const by = agentId ?? (teamId && people.desks.get(teamId)) ?? people.managerId;
  return { by, at, holder: { teamId, agentId } };
}

type Allocated = {
  readonly portfolioId: string;
  readonly paymentId: string;
  readonly allocation: DemoAllocation;
  readonly chargeIds: ChargeIds;
};

function addAllocation(
  rows: DemoRows,
  { portfolioId, paymentId, allocation, chargeIds }: Allocated,
): void {
  const { number, principalMinor, interestMinor, feeMinor, penaltyMinor } = allocation;
  rows.payment_allocations.push({
    portfolioId,
    paymentId,
    instalmentNumber: number,
    principalMinor,
    interestMinor,
    feesMinor: feeMinor,
    penaltiesMinor: penaltyMinor,
  });
  const charged = [
    [chargeIds.get(`fee ${number}`), feeMinor],
    [chargeIds.get(`penalty ${number}`), penaltyMinor],
  ] as const;
  for (const [chargeId, amountMinor] of charged) {
    if (chargeId === undefined || amountMinor === 0) continue;
    rows.charge_allocations.push({
      portfolioId,
      placedBy: paymentId,
      paymentId,
      chargeId,
      amountMinor,
    });
  }
}

function movedBy({ amountMinor, ...payment }: DemoPayment): Moved['moved'] {
  return [
    ['cash', amountMinor],
    ['loans-receivable', -payment.principalMinor],
    ['interest-income', -payment.interestMinor],
    ['fee-income', -payment.feeMinor],
    ['penalty-income', -payment.penaltyMinor],
    ...chargeLines(-payment.feeMinor, -payment.penaltyMinor),
  ];
}

/** Adds a direct debit that was posted before the payment, and its reversal on the next day. */
function addReturnedDebit(rows: DemoRows, paid: Paid, returned: DemoPayment): void {
  const { loan, booking } = paid;
  const { random, people } = booking;
  const { portfolioId, managerId } = people;
  const { valueDate, amountMinor } = returned;
  const paymentId = addOnePayment(rows, { ...paid, payment: returned, method: 'direct-debit' });
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
  const moved = movedBy(returned).map(([account, minor]) => [account, -minor] as const);
  const after = { paymentId, amountMinor, currency, valueDate, reason };
  addMoneyEvent(rows, event, { sourceId: id, valueDate, moved, after });
}

/** Adds money that was recovered on a written-off loan. */
export function addRecovery(
  rows: DemoRows,
  loan: Placed,
  { recovery, booking }: { readonly recovery: DemoRecovery; readonly booking: Booking },
): void {
  const { random, people } = booking;
  const { portfolioId } = people;
  const { valueDate, amountMinor } = recovery;
  const { by, at, holder } = posterOf(loan, valueDate, booking);
  const id = random.uuid(at);
  rows.payments.push({
    portfolioId,
    id,
    loanId: loan.id,
    currency,
    amountMinor,
    principalMinor: 0,
    interestMinor: 0,
    feesMinor: 0,
    penaltiesMinor: 0,
    recoveredMinor: amountMinor,
    valueDate,
    method: 'bank-transfer',
    ...holder,
    postedBy: by,
    postedAt: at.toISOString(),
  });
  const event = { loan, event: 'recover-loan', by, at, random, portfolioId } as const;
  addMoneyEvent(rows, event, {
    sourceId: id,
    valueDate,
    moved: [
      ['cash', amountMinor],
      ['recoveries', -amountMinor],
    ],
    after: { paymentId: id, amountMinor, currency, valueDate },
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
