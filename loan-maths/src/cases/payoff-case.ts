import { brandMinor } from '../money.ts';
import type { PayoffQuestion, PayoffQuote } from '../payoff.ts';
import { replayLoan } from '../replay.ts';
import { readLoan } from './read-loan.ts';
import type { RescheduleRequest } from '../reschedule.ts';
import { buildSchedule } from '../schedule.ts';
import { readDecimals, readScheduleTerms } from './read-schedule.ts';
import type { CaseFields } from './case-fields.ts';
import {
  acceptField,
  isPresent,
  readAmount,
  readCount,
  readDate,
  readList,
  readRate,
  requireDate,
  requireOneOf,
  formatAmount,
} from './case-fields.ts';

/** Reads `inputs`, `as_of` and, if the loan has events, `steps` as for `replayLoan`. */
export function readPayoff(caseFields: CaseFields): PayoffQuestion {
  const date = requireDate(caseFields, 'as_of');
  const terms = readScheduleTerms(caseFields);
  const given = isPresent(caseFields, 'steps') ? readList(caseFields, 'steps') : [];
  const disburse = {
    event: 'disburse',
    date: terms.disbursementDate,
    amount: caseFields['principal'],
  };
  const steps = given.some(({ event }) => event === 'disburse') ? given : [disburse, ...given];
  const { loan, events } = readLoan(
    caseFields,
    steps.filter((step) => !isAfter(step, date)),
  );
  return {
    instalments: acceptField(replayLoan(loan, events), 'steps').instalments,
    date,
    disbursementDate: terms.disbursementDate,
    terms,
    interestUntil: loan.interestUntil,
  };
}

function isAfter(step: CaseFields, date: string): boolean {
  const own = readDate(step, 'date') ?? readDate(step, 'business_date');
  return own !== undefined && own > date;
}

export type PayoffOutput = {
  readonly as_of: string;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly total: string;
};

export function formatPayoff(quote: PayoffQuote, decimals: number): PayoffOutput {
  const interest = quote.interestDueMinor + quote.interestAccruedMinor - quote.paidAheadMinor;
  return {
    as_of: quote.date,
    principal: formatAmount(quote.principalMinor, decimals),
    interest: formatAmount(interest, decimals),
    fees: formatAmount(quote.feeMinor, decimals),
    penalties: formatAmount(quote.penaltyMinor, decimals),
    total: formatAmount(quote.totalMinor, decimals),
  };
}

/**
 * Reads `from_date` and the changes: rate, count, first due date, instalment; `prepaid` and `keeps`
 * for a prepayment.
 */
export function readReschedule(inputs: CaseFields, changes: CaseFields): RescheduleRequest {
  const decimals = readDecimals(inputs);
  const terms = readScheduleTerms(inputs);
  const prepaid = readAmount(changes, 'prepaid', decimals);
  const instalment = readAmount(changes, 'level_instalment', decimals);
  const count = readCount(changes, 'repayments');
  const first = readDate(changes, 'first_repayment_date');
  return {
    terms,
    schedule: acceptField(buildSchedule(terms), 'inputs'),
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
