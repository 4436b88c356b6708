import type { OverpaymentTreatment } from '../allocation.ts';
import { isAdvancedStrategy, readFuture, readRule } from './read-allocation.ts';
import type { CalendarDate } from '../calendar.ts';
import type { LoanEvent, LoanToReplay } from '../loan-events.ts';
import { brandMinor } from '../money.ts';
import type { Schedule } from '../schedule.ts';
import { buildSchedule } from '../schedule.ts';
import { readChargeKind } from './payment-case.ts';
import { readDecimals, readScheduleTerms } from './read-schedule.ts';
import type { CaseFields } from './case-fields.ts';
import {
  acceptField,
  isPresent,
  normaliseText,
  readCount,
  readText,
  refuseField,
  requireAmount,
  requireDate,
  requireText,
} from './case-fields.ts';

/** A loan and its events as read from a case, with the label of each event. */
export type ParsedLoan = {
  readonly loan: LoanToReplay;
  readonly events: readonly LoanEvent[];
  /** By event id: "Repayment", "Goodwill Credit", "Down Payment" … */
  readonly labels: ReadonlyMap<string, string>;
  readonly decimals: number;
};

/**
 * Reads the loan's terms and its steps; steps with `check` state what is expected and are skipped.
 */
export function readLoan(inputs: CaseFields, steps: readonly CaseFields[]): ParsedLoan {
  const terms = readScheduleTerms({ annual_rate_percent: '0', ...startOf(inputs), ...inputs });
  const schedule = acceptField(buildSchedule(terms), 'inputs');
  const decimals = readDecimals(inputs);
  const loan: LoanToReplay = {
    rows: schedule.rows,
    rule: readRule(inputs),
    terms,
    // Flat interest is agreed as a whole; interest on the balance ends with the balance.
    interestUntil: terms.method === 'flat' ? 'maturity' : 'date',
  };
  const reading: Reading = {
    inputs,
    schedule,
    decimals,
    events: [],
    labels: new Map(),
    future: new Map(isAdvancedStrategy(inputs) ? FUTURE_BY_TYPE : []),
    latest: undefined,
  };
  for (const step of steps) if (!isPresent(step, 'check')) readStep(reading, step);
  return { loan, events: reading.events, labels: reading.labels, decimals };
}

/** Returns the start date of delinquency cases, which name it `disbursed`. */
function startOf(inputs: CaseFields): CaseFields {
  return isPresent(inputs, 'disbursed') ? { start_date: inputs['disbursed'] } : {};
}

type Reading = {
  readonly inputs: CaseFields;
  readonly schedule: Schedule;
  readonly decimals: number;
  readonly events: LoanEvent[];
  readonly labels: Map<string, string>;
  /** Overpayment treatment by transaction type. */
  readonly future: Map<string, OverpaymentTreatment | undefined>;
  /** The latest date of the events so far; a charge counts by its business date. */
  latest: CalendarDate | undefined;
};

/** Overpayment treatment of advanced strategies by transaction type, until a step sets another. */
const FUTURE_BY_TYPE: readonly (readonly [string, OverpaymentTreatment])[] = [
  ['GOODWILL_CREDIT', 'last_instalments'],
  ['MERCHANT_ISSUED_REFUND', 'even_spread'],
  ['PAYOUT_REFUND', 'next_instalments'],
];

function readStep(reading: Reading, step: CaseFields): void {
  const kind = normaliseText(requireText(step, 'event'));
  switch (kind) {
    case 'SET_FUTURE_ALLOCATION':
      return readFutureAllocation(reading, step);
    case 'DISBURSE':
    case 'DISBURSEMENT':
      return readDisbursement(reading, step);
    case 'PAYMENT':
    case 'REPAYMENT':
      return readPayment(reading, step);
    case 'CHARGE':
      return readCharge(reading, step);
    case 'WAIVER':
    case 'WAIVE':
      return readWaiver(reading, step);
    case 'UNDO':
    case 'REVERSAL':
      return readUndo(reading, step);
    case 'PAUSE':
    case 'RESUME':
      return undefined;
    default:
      return refuseField('event_is_unknown', 'event', `${kind} is no event of a loan.`);
  }
}

function readFutureAllocation({ future }: Reading, step: CaseFields): void {
  const type = normaliseText(readText(step, 'transaction_type') ?? 'DEFAULT');
  future.set(type, readFuture(requireText(step, 'rule')));
}

function readDisbursement(reading: Reading, step: CaseFields): void {
  const date = requireDate(step, 'date');
  const amount = brandMinor(requireAmount(step, 'amount', reading.decimals));
  add(reading, 'Disbursement', { kind: 'disbursement', date, amountMinor: amount });
  const down = reading.schedule.rows.find((row) => row.kind === 'down_payment');
  if (!down || !/(?<!not )auto/.test(readText(reading.inputs, 'down_payment') ?? '')) return;
  const { principalMinor: amountMinor } = down;
  add(reading, 'Down Payment', { kind: 'payment', date, amountMinor });
}

function readPayment(reading: Reading, step: CaseFields): void {
  const type = readText(step, 'type') ?? 'Repayment';
  const word = normaliseText(type);
  const { future } = reading;
  const overpaymentTreatment = future.has(word) ? future.get(word) : future.get('DEFAULT');
  add(reading, labelOf(word), {
    kind: 'payment',
    date: requireDate(step, 'date'),
    amountMinor: brandMinor(requireAmount(step, 'amount', reading.decimals)),
    overpaymentTreatment,
  });
}

function readCharge(reading: Reading, step: CaseFields): void {
  const entered = isPresent(step, 'business_date') ? requireDate(step, 'business_date') : undefined;
  add(reading, 'Charge', {
    kind: 'charge',
    component: readChargeKind(step),
    dueDate: requireDate(step, 'due_date'),
    amountMinor: brandMinor(requireAmount(step, 'amount', reading.decimals)),
    enteredOn: entered ?? reading.latest,
  });
}

function readWaiver(reading: Reading, step: CaseFields): void {
  const kind = normaliseText(requireText(step, 'kind'));
  if (kind !== 'FEE' && kind !== 'PENALTY' && kind !== 'INTEREST') {
    refuseField('term_is_unknown', 'kind', `${kind} cannot be waived.`);
  }
  add(reading, 'Waiver', {
    kind: 'waiver',
    component: kind === 'PENALTY' ? 'penalty' : kind === 'FEE' ? 'fee' : 'interest',
    date: requireDate(step, 'date'),
    amountMinor: brandMinor(requireAmount(step, 'amount', reading.decimals)),
  });
}

/**
 * Reverses the n-th transaction of a day; the disbursement counts as one unless only repayments are
 * counted. If the n-th is reversed already, only transactions that are not reversed are counted.
 */
function readUndo(reading: Reading, step: CaseFields): void {
  const date = requireDate(step, 'date');
  const nth = readCount(step, 'nth_transaction_on_date') ?? 1;
  const countsAll = /all/i.test(readText(step, 'counts') ?? 'all');
  const reversed = new Set(
    reading.events.flatMap((event) => (event.kind === 'reversal' ? [event.reverses] : [])),
  );
  const onDate = reading.events.filter(
    (event) =>
      (event.kind === 'payment' || (countsAll && event.kind === 'disbursement')) &&
      event.date === date,
  );
  const effective = onDate.filter(({ id }) => !reversed.has(id));
  const counted = onDate[nth - 1];
  const target = counted && !reversed.has(counted.id) ? counted : effective[nth - 1];
  if (!target || target.kind === 'disbursement') {
    refuseField('event_not_found', 'nth_transaction_on_date', `No payment ${nth} on ${date}.`);
  }
  reading.events.push({ id: nextId(reading), kind: 'reversal', reverses: target.id });
}

function add(reading: Reading, label: string, body: WithoutId<LoanEvent>): void {
  const id = nextId(reading);
  const own = body.kind === 'charge' ? body.enteredOn : 'date' in body ? body.date : undefined;
  if (own !== undefined && (reading.latest === undefined || own > reading.latest)) {
    reading.latest = own;
  }
  reading.events.push({ enteredOn: reading.latest, ...body, id });
  reading.labels.set(id, label);
}

type WithoutId<Event> = Event extends LoanEvent ? Omit<Event, 'id'> : never;

function nextId({ events }: Reading): string {
  return String(events.length + 1);
}

/** Formats GOODWILL_CREDIT as "Goodwill Credit". */
function labelOf(word: string): string {
  return word
    .split('_')
    .map((part) => part.slice(0, 1) + part.slice(1).toLowerCase())
    .join(' ');
}
