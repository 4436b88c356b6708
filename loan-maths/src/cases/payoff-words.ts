import { brandMinor } from '../money.ts';
import type { PayoffQuestion, PayoffQuote } from '../payoff.ts';
import { replayLoan } from '../replay.ts';
import { readLoan } from './replay-words.ts';
import type { RescheduleRequest } from '../reschedule.ts';
import { buildSchedule } from '../schedule.ts';
import { readDecimals, readScheduleTerms } from './schedule-words.ts';
import type { Words } from './words.ts';
import {
  acceptWord,
  isPresent,
  readAmount,
  readCount,
  readDate,
  readList,
  readRate,
  requireDate,
  requireOneOf,
  tellAmount,
} from './words.ts';

/** `inputs`, `as_of` and, if anything happened to the loan, `steps` as for `replayLoan`. */
export function readPayoff(words: Words): PayoffQuestion {
  const date = requireDate(words, 'as_of');
  const terms = readScheduleTerms(words);
  const given = isPresent(words, 'steps') ? readList(words, 'steps') : [];
  const disburse = {
    event: 'disburse',
    date: terms.disbursementDate,
    amount: words['principal'],
  };
  const steps = given.some(({ event }) => event === 'disburse') ? given : [disburse, ...given];
  const { loan, events } = readLoan(
    words,
    steps.filter((step) => !isAfter(step, date)),
  );
  return {
    instalments: acceptWord(replayLoan(loan, events), 'steps').instalments,
    date,
    disbursementDate: terms.disbursementDate,
    terms,
    interestUntil: loan.interestUntil,
  };
}

function isAfter(step: Words, date: string): boolean {
  const own = readDate(step, 'date') ?? readDate(step, 'business_date');
  return own !== undefined && own > date;
}

export type PayoffInWords = {
  readonly as_of: string;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly total: string;
};

export function tellPayoff(quote: PayoffQuote, decimals: number): PayoffInWords {
  const interest = quote.interestDueMinor + quote.interestAccruedMinor - quote.paidAheadMinor;
  return {
    as_of: quote.date,
    principal: tellAmount(quote.principalMinor, decimals),
    interest: tellAmount(interest, decimals),
    fees: tellAmount(quote.feeMinor, decimals),
    penalties: tellAmount(quote.penaltyMinor, decimals),
    total: tellAmount(quote.totalMinor, decimals),
  };
}

/** `from_date` and what changes: rate, count, first due date, instalment; `prepaid` and `keeps` for a prepayment. */
export function readReschedule(inputs: Words, changes: Words): RescheduleRequest {
  const decimals = readDecimals(inputs);
  const terms = readScheduleTerms(inputs);
  const prepaid = readAmount(changes, 'prepaid', decimals);
  const instalment = readAmount(changes, 'level_instalment', decimals);
  const count = readCount(changes, 'repayments');
  const first = readDate(changes, 'first_repayment_date');
  return {
    terms,
    schedule: acceptWord(buildSchedule(terms), 'inputs'),
    fromDate: requireDate(changes, 'from_date'),
    prepaidPrincipalMinor: prepaid === undefined ? undefined : brandMinor(prepaid),
    keeps:
      requireOneOf(changes, 'keeps', ['INSTALMENT', 'COUNT']) === 'INSTALMENT'
        ? 'instalment'
        : 'count',
    changes: {
      ...(isPresent(changes, 'annual_rate_percent')
        ? { annualRate: readRate(changes, 'annual_rate_percent', 'annual_rate') }
        : {}),
      ...(count === undefined ? {} : { instalmentCount: count }),
      ...(first === undefined ? {} : { firstDueDate: first }),
      ...(instalment === undefined ? {} : { instalmentMinor: brandMinor(instalment) }),
    },
  };
}
