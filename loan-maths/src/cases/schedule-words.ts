import { readDates, readInterval, readWorkingDays } from './date-words.ts';
import type { Interval } from '../due-dates.ts';
import { divideRounded } from '../exact.ts';
import type { Rounding } from '../exact.ts';
import { brandMinor } from '../money.ts';
import type { InterestBasis } from '../period-factors.ts';
import { rateFraction } from '../rate.ts';
import type { ScheduleMethod, ScheduleTerms } from '../schedule-terms.ts';
import type { Words } from './words.ts';
import {
  isPresent,
  normaliseWord,
  readAmount,
  readCount,
  readRate,
  readRounding,
  readText,
  refuseWord,
  requireAmount,
  requireOneOf,
} from './words.ts';

const DECIMALS_DEFAULT = 2;

export function readDecimals(words: Words): number {
  const decimals = readCount(words, 'currency_decimals') ?? DECIMALS_DEFAULT;
  if (decimals < 0 || decimals > 4) {
    refuseWord('currency_is_unknown', 'currency_decimals', 'A currency has 0 to 4 decimals.');
  }
  return decimals;
}

/** Reads schedule terms; money is in minor units of `currency_decimals`. */
export function readScheduleTerms(words: Words): ScheduleTerms {
  const decimals = readDecimals(words);
  const interval = readInterval(words);
  const method = readMethod(words);
  const interest = readInterest(words, interval);
  const principal = requireAmount(words, 'principal', decimals);
  const multiples = readMultiples(words, decimals);
  const rounding = readRounding(words, 'rounding');
  const given = readGivenInstalment(words, decimals);
  return {
    principalMinor: brandMinor(principal),
    annualRate: readRate(words, 'annual_rate_percent', 'annual_rate'),
    instalmentCount: readInstalmentCount(words, given),
    interval,
    ...readDates(words, interval),
    workingDays: readWorkingDays(words),
    method,
    interest,
    levelSearch: readEngine(words) === 'PROGRESSIVE' ? 'progressive' : 'annuity',
    instalmentRounding:
      readRounding(words, 'instalment_rounding') ??
      (readEngine(words) === 'FRAPPE' ? 'up' : rounding),
    instalmentMultipleMinor: brandMinor(multiples.instalment),
    interestRounding: readRounding(words, 'interest_rounding') ?? rounding,
    interestMultipleMinor: brandMinor(multiples.interest),
    instalmentMinor: given === undefined ? undefined : brandMinor(given),
    grace: {
      principal: readCount(words, 'grace_principal') ?? undefined,
      interestDeferred: readCount(words, 'grace_interest_payment') ?? undefined,
      interestFree:
        readCount(words, 'grace_interest_charged') ?? readCount(words, 'interest_free_periods'),
    },
    balloonMinor: brandMinor(readAmount(words, 'balloon', decimals) ?? 0),
    downPaymentMinor: brandMinor(
      readDownPayment(words, { principal, decimals, multiple: multiples.instalment, rounding }),
    ),
    fees: {
      atDisbursementMinor: brandMinor(readAmount(words, 'fee_at_disbursement', decimals) ?? 0),
      perInstalmentMinor: brandMinor(readAmount(words, 'fee_per_instalment', decimals) ?? 0),
    },
  };
}

/** An instalment without a count repays in as many instalments as it takes. */
function readInstalmentCount(words: Words, given: number | undefined): number {
  const count = readCount(words, 'repayments') ?? readCount(words, 'periods');
  if (count !== undefined) return count;
  if (given !== undefined) return 600;
  return refuseWord('term_is_missing', 'repayments', 'repayments is missing.');
}

function readGivenInstalment(words: Words, decimals: number): number | undefined {
  for (const field of ['level_instalment', 'instalment', 'monthly_repayment_amount']) {
    const amount = readAmount(words, field, decimals);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/** `cumulative` (the default), `progressive`, or `frappe`, which rounds the instalment up to a whole unit. */
function readEngine(words: Words): string {
  return requireOneOf(words, 'engine', ['CUMULATIVE', 'PROGRESSIVE', 'FRAPPE']) ?? 'CUMULATIVE';
}

export function readMethod(words: Words): ScheduleMethod {
  const type = requireOneOf(words, 'interest_type', ['FLAT', 'DECLINING_BALANCE', 'DECLINING']);
  if (type === 'FLAT') return 'flat';
  const amortization = readText(words, 'amortization');
  if (amortization === undefined) return 'equal_instalments';
  const method = METHOD_WORDS[normaliseWord(amortization)];
  return (
    method ?? refuseWord('term_is_unknown', 'amortization', `${amortization} is no amortization.`)
  );
}

const METHOD_WORDS: { readonly [word: string]: ScheduleMethod } = {
  EQUAL_INSTALMENTS: 'equal_instalments',
  EQUAL_INSTALMENT: 'equal_instalments',
  ANNUITY: 'equal_instalments',
  EQUAL_PRINCIPAL: 'equal_principal',
  EQUAL_PRINCIPAL_PAYMENTS: 'equal_principal',
  FLAT: 'flat',
  INTEREST_ONLY: 'interest_only',
  BULLET: 'bullet',
};

/**
 * By days when interest is calculated daily (or `interest_basis` names days), by period otherwise. 30-day months run
 * by period, as a month is always 30 days then; other frequencies count their actual days over the year.
 */
function readInterest(words: Words, { unit, every }: Interval): InterestBasis {
  const basis = readBasis(words);
  const period = requireOneOf(words, 'interest_calculation_period', CALCULATION_PERIODS) ?? '';
  const year = normaliseWord(readText(words, 'days_in_year') ?? '365');
  const month = requireOneOf(words, 'days_in_month', ['30', 'ACTUAL']) ?? 'ACTUAL';
  if (basis.startsWith('RATE_12')) return { by: 'period' };
  const named = /^(ACTUAL|ACT)_(\w+)/.exec(basis)?.[2];
  if (named !== undefined) return byDays(named);
  const isDaily =
    period === 'DAILY' ||
    basis.startsWith('30_') ||
    (period === '' && isPresent(words, 'days_in_year'));
  if (!isDaily) return { by: 'period' };
  if (year === 'ACTUAL' && readEngine(words) === 'CUMULATIVE') return byDays('365');
  const thirtyDays = basis.startsWith('30_') || month === '30';
  const divisor = /^30_(\d+)/.exec(basis)?.[1] ?? year;
  if (!thirtyDays || unit !== 'months' || divisor === 'ACTUAL') return byDays(divisor);
  return { by: 'period', years: { numerator: 30 * every, denominator: Number(divisor) } };
}

const CALCULATION_PERIODS = [
  'DAILY',
  'SAME_AS_REPAYMENT_PERIOD',
  'SAME_AS_PAYMENT_PERIOD',
  'AS_PRODUCT',
];

/** "rate/12 per month", "actual/365", "30/360 days"; what follows the two numbers is for people only. */
function readBasis(words: Words): string {
  const basis = normaliseWord(readText(words, 'interest_basis') ?? '');
  if (basis === '' || /^(RATE_12|ACTUAL_|ACT_|30_\d)/.test(basis)) return basis;
  return refuseWord('term_is_unknown', 'interest_basis', `${basis} is no basis of interest.`);
}

function byDays(divisor: string): InterestBasis {
  switch (divisor) {
    case '360':
      return { by: 'day', dayCount: 'ACT/360' };
    case '364':
      return { by: 'day', dayCount: 'ACT/364' };
    case '365':
    case '365F':
      return { by: 'day', dayCount: 'ACT/365F' };
    case 'ACTUAL':
    case 'ACT':
      return { by: 'day', dayCount: 'ACT/ACT ISDA' };
    default:
      return refuseWord('term_is_unknown', 'days_in_year', `${divisor} is no length of a year.`);
  }
}

/** `money_multiple` rounds every amount, `instalment_multiple` the instalment; both count major units. */
function readMultiples(words: Words, decimals: number): { instalment: number; interest: number } {
  const money = readAmount(words, 'money_multiple', decimals);
  const whole = (field: string) => (readText(words, field) ?? '').includes('whole unit');
  const unit = 10 ** decimals;
  const instalment = readAmount(words, 'instalment_multiple', decimals);
  const wholeInstalment = whole('instalment_rounding') || readEngine(words) === 'FRAPPE';
  return {
    instalment: instalment ?? money ?? (wholeInstalment ? unit : 1),
    interest: money ?? (whole('interest_rounding') ? unit : 1),
  };
}

/** A percentage of the principal, rounded like the instalment, or an amount. */
function readDownPayment(
  words: Words,
  terms: { principal: number; decimals: number; multiple: number; rounding: Rounding | undefined },
): number {
  const text = isPresent(words, 'down_payment_percent')
    ? readText(words, 'down_payment_percent')
    : /^\s*([\d.]+)\s*%/.exec(readText(words, 'down_payment') ?? '')?.[1];
  if (text === undefined) {
    if (isPresent(words, 'down_payment')) {
      refuseWord('term_is_unknown', 'down_payment', 'A down payment begins with its per cent.');
    }
    return readAmount(words, 'down_payment_amount', terms.decimals) ?? 0;
  }
  const percent = rateFraction(
    readRate({ down_payment_percent: text }, 'down_payment_percent', 'down_payment'),
  );
  const units = divideRounded(
    BigInt(terms.principal) * BigInt(percent.numerator),
    BigInt(percent.denominator) * BigInt(terms.multiple),
    terms.rounding ?? 'half_even',
  );
  return units * terms.multiple;
}
