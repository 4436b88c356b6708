import type { CalendarDate } from '../calendar.ts';
import type { Bucket } from '../buckets.ts';
import type { Delinquency, DelinquencyQuestion, Pause } from '../delinquency.ts';
import { replayLoan } from '../replay.ts';
import { readLoan } from './read-loan.ts';
import { formatAmount } from './case-fields.ts';
import type { CaseFields } from './case-fields.ts';
import {
  acceptField,
  isPresent,
  normaliseText,
  readCount,
  readDate,
  readList,
  readText,
  refuseField,
  requireDate,
} from './case-fields.ts';

/** Delinquency in the format of the published cases. */
export type DelinquencyOutput = {
  readonly days_past_due: number;
  /** NO_DELINQUENCY if the loan is in no range. */
  readonly range: string;
  readonly classification: string;
  /** Empty if the loan is in no range. */
  readonly delinquent_date: string;
  readonly amount: string;
  /** Amounts in arrears by the range of each instalment; grace days are not deducted. */
  readonly ranges: Readonly<Record<string, string>>;
};

/** Reads `inputs`, `as_of` and `steps`, and replays the steps up to that day. */
export function readDelinquency(inputs: CaseFields): {
  question: DelinquencyQuestion;
  decimals: number;
} {
  const asOf = requireDate(inputs, 'as_of');
  const steps = isPresent(inputs, 'steps') ? readList(inputs, 'steps') : [];
  const past = steps.filter((step) => isBy(step, asOf));
  const given = past.some((step) => isPresent(step, 'event')) ? past : [...past, disburse(inputs)];
  const { loan, events, decimals } = readLoan(inputs, given);
  const { instalments } = acceptField(replayLoan(loan, events), 'steps');
  return {
    question: {
      instalments,
      asOf,
      graceDays: readCount(inputs, 'grace_on_arrears_ageing_days') ?? 0,
      pauses: readPauses(past, asOf),
      buckets: readRanges(inputs),
    },
    decimals,
  };
}

function isBy(step: CaseFields, asOf: CalendarDate): boolean {
  const date = readDate(step, 'date') ?? readDate(step, 'start') ?? readDate(step, 'business_date');
  return date === undefined || date <= asOf;
}

/** Returns the disbursement of a case without events: the loan was disbursed and never paid. */
function disburse(inputs: CaseFields): CaseFields {
  const start = ['disbursed', 'start_date', 'posting_date', 'disbursement_date'].find((field) =>
    isPresent(inputs, field),
  );
  return { event: 'disburse', date: inputs[start ?? 'start_date'], amount: inputs['principal'] };
}

/**
 * Reads pauses. A pause ends on its stated end, on the day of an earlier resume step, or on
 * `as_of`.
 */
function readPauses(steps: readonly CaseFields[], asOf: CalendarDate): Pause[] {
  const pauses: Pause[] = [];
  for (const step of steps) {
    const event = normaliseText(readText(step, 'event') ?? '');
    if (event === 'PAUSE') {
      pauses.push({ start: requireDate(step, 'start'), end: readDate(step, 'end') ?? asOf });
    }
    const last = pauses.at(-1);
    if (event !== 'RESUME' || !last) continue;
    const resumed = requireDate(step, 'start');
    if (resumed < last.end) pauses[pauses.length - 1] = { start: last.start, end: resumed };
  }
  return pauses;
}

/** Reads triples of name, first and last day; a range without a last day has no end. */
function readRanges(inputs: CaseFields): Bucket[] | undefined {
  const ranges = inputs['ranges'];
  if (ranges === undefined) return undefined;
  if (!Array.isArray(ranges)) return refuseField('term_is_unknown', 'ranges', 'No list of ranges.');
  return ranges.map((range: unknown, index): Bucket => {
    const [name, from, to]: unknown[] = Array.isArray(range) ? range : [];
    if (typeof name !== 'string' || typeof from !== 'number') {
      return refuseField('term_is_unknown', `ranges[${index}]`, 'A range is a name and two days.');
    }
    return { name, fromDays: from, ...(typeof to === 'number' ? { toDays: to } : {}) };
  });
}

export function formatDelinquency(delinquency: Delinquency, decimals: number): DelinquencyOutput {
  const range = delinquency.bucket ?? 'NO_DELINQUENCY';
  return {
    days_past_due: delinquency.daysPastDue,
    range,
    classification: range,
    delinquent_date: delinquency.bucket === undefined ? '' : (delinquency.delinquentSince ?? ''),
    amount: formatAmount(delinquency.arrears.totalMinor, decimals),
    ranges: Object.fromEntries(
      [...delinquency.byBucket].map(([name, amount]) => [name, formatAmount(amount, decimals)]),
    ),
  };
}
