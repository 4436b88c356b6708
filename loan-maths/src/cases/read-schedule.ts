import { readDates, readInterval, readWorkingDays } from './date-case.ts';
import type { Interval } from '../due-dates.ts';
import { divideRounded } from '../exact.ts';
import type { Rounding } from '../exact.ts';
import { brandMinor } from '../money.ts';
import type { InterestBasis } from '../period-factors.ts';
import { rateFraction } from '../rate.ts';
import type { ScheduleMethod, ScheduleTerms } from '../schedule-terms.ts';
import type { CaseFields } from './case-fields.ts';
import {
  isPresent,
  normaliseText,
  readAmount,
  readCount,
  readRate,
  readRounding,
  readText,
  refuseField,
  requireAmount,
  requireOneOf,
} from './case-fields.ts';

const DECIMALS_DEFAULT = 2;

export function readDecimals(caseFields: CaseFields): number {
  const decimals = readCount(caseFields, 'currency_decimals') ?? DECIMALS_DEFAULT;
  if (decimals < 0 || decimals > 4) {
    refuseField('currency_is_unknown', 'currency_decimals', 'A currency has 0 to 4 decimals.');
  }
  return decimals;
}

/** Reads schedule terms; money is in minor units of `currency_decimals`. */
export function readScheduleTerms(caseFields: CaseFields): ScheduleTerms {
  const decimals = readDecimals(caseFields);
  const interval = readInterval(caseFields);
  const method = readMethod(caseFields);
  const interest = readInterest(caseFields, interval);
  const principal = requireAmount(caseFields, 'principal', decimals);
  const multiples = readMultiples(caseFields, decimals);
  const rounding = readRounding(caseFields, 'rounding');
  const given = readGivenInstalment(caseFields, decimals);
  return {
    principalMinor: brandMinor(principal),
    annualRate: readRate(caseFields, 'annual_rate_percent', 'annual_rate'),
    instalmentCount: readInstalmentCount(caseFields, given),
    interval,
    ...readDates(caseFields, interval),
    workingDays: readWorkingDays(caseFields),
    method,
    interest,
    levelSearch: readEngine(caseFields) === 'PROGRESSIVE' ? 'progressive' : 'annuity',
    instalmentRounding:
      readRounding(caseFields, 'instalment_rounding') ??
      (readEngine(caseFields) === 'FRAPPE' ? 'up' : rounding),
    instalmentMultipleMinor: brandMinor(multiples.instalment),
    interestRounding: readRounding(caseFields, 'interest_rounding') ?? rounding,
    interestMultipleMinor: brandMinor(multiples.interest),
    instalmentMinor: given === undefined ? undefined : brandMinor(given),
    grace: {
      principal: readCount(caseFields, 'grace_principal') ?? undefined,
      interestDeferred: readCount(caseFields, 'grace_interest_payment') ?? undefined,
      interestFree:
        readCount(caseFields, 'grace_interest_charged') ??
        readCount(caseFields, 'interest_free_periods'),
    },
    balloonMinor: brandMinor(readAmount(caseFields, 'balloon', decimals) ?? 0),
    downPaymentMinor: brandMinor(
      readDownPayment(caseFields, {
        principal,
        decimals,
        multiple: multiples.instalment,
        rounding,
      }),
    ),
    fees: {
      atDisbursementMinor: brandMinor(readAmount(caseFields, 'fee_at_disbursement', decimals) ?? 0),
      perInstalmentMinor: brandMinor(readAmount(caseFields, 'fee_per_instalment', decimals) ?? 0),
    },
  };
}

/**
 * Returns the number of instalments. A case with an instalment but no count gets the maximum,
 * because the schedule ends once the loan is repaid.
 */
function readInstalmentCount(caseFields: CaseFields, given: number | undefined): number {
  const count = readCount(caseFields, 'repayments') ?? readCount(caseFields, 'periods');
  if (count !== undefined) return count;
  if (given !== undefined) return 600;
  return refuseField('term_is_missing', 'repayments', 'repayments is missing.');
}

function readGivenInstalment(caseFields: CaseFields, decimals: number): number | undefined {
  for (const field of ['level_instalment', 'instalment', 'monthly_repayment_amount']) {
    const amount = readAmount(caseFields, field, decimals);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/**
 * Reads `cumulative` (the default), `progressive`, or `frappe`, which rounds the instalment up to a
 * whole unit.
 */
function readEngine(caseFields: CaseFields): string {
  return (
    requireOneOf(caseFields, 'engine', ['CUMULATIVE', 'PROGRESSIVE', 'FRAPPE']) ?? 'CUMULATIVE'
  );
}

export function readMethod(caseFields: CaseFields): ScheduleMethod {
  const type = requireOneOf(caseFields, 'interest_type', [
    'FLAT',
    'DECLINING_BALANCE',
    'DECLINING',
  ]);
  if (type === 'FLAT') return 'flat';
  const amortization = readText(caseFields, 'amortization');
  if (amortization === undefined) return 'equal_instalments';
  const method = METHODS_BY_NAME[normaliseText(amortization)];
  return (
    method ?? refuseField('term_is_unknown', 'amortization', `${amortization} is no amortization.`)
  );
}

const METHODS_BY_NAME: { readonly [word: string]: ScheduleMethod } = {
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
 * Reads the interest basis: by day if interest is calculated daily, if `interest_basis` names days,
 * or if `days_in_year` is given without a calculation period; otherwise by period. Months of 30
 * days accrue by period, because they all have the same length; other frequencies count their
 * actual days over the year.
 */
function readInterest(caseFields: CaseFields, { unit, every }: Interval): InterestBasis {
  const basis = readBasis(caseFields);
  const period = requireOneOf(caseFields, 'interest_calculation_period', CALCULATION_PERIODS) ?? '';
  const year = normaliseText(readText(caseFields, 'days_in_year') ?? '365');
  const month = requireOneOf(caseFields, 'days_in_month', ['30', 'ACTUAL']) ?? 'ACTUAL';
  if (basis.startsWith('RATE_12')) return { by: 'period' };
  const named = /^(ACTUAL|ACT)_(\w+)/.exec(basis)?.[2];
  if (named !== undefined) return byDays(named);
  const isDaily =
    period === 'DAILY' ||
    basis.startsWith('30_') ||
    (period === '' && isPresent(caseFields, 'days_in_year'));
  if (!isDaily) return { by: 'period' };
  if (year === 'ACTUAL' && readEngine(caseFields) === 'CUMULATIVE') return byDays('365');
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

/** Reads "rate/12 per month", "actual/365" or "30/360 days". */
function readBasis(caseFields: CaseFields): string {
  const basis = normaliseText(readText(caseFields, 'interest_basis') ?? '');
  if (basis === '' || /^(RATE_12|ACTUAL_|ACT_|30_\d)/.test(basis)) return basis;
  return refuseField('term_is_unknown', 'interest_basis', `${basis} is no basis of interest.`);
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
      return refuseField('term_is_unknown', 'days_in_year', `${divisor} is no length of a year.`);
  }
}

/**
 * Reads `money_multiple`, which rounds every amount, and `instalment_multiple`, which rounds the
 * instalment; both are in major units.
 */
function readMultiples(
  caseFields: CaseFields,
  decimals: number,
): { instalment: number; interest: number } {
  const money = readAmount(caseFields, 'money_multiple', decimals);
  const whole = (field: string) => (readText(caseFields, field) ?? '').includes('whole unit');
  const unit = 10 ** decimals;
  const instalment = readAmount(caseFields, 'instalment_multiple', decimals);
  const wholeInstalment = whole('instalment_rounding') || readEngine(caseFields) === 'FRAPPE';
  return {
    instalment: instalment ?? money ?? (wholeInstalment ? unit : 1),
    interest: money ?? (whole('interest_rounding') ? unit : 1),
  };
}

/**
 * Reads a percentage of the principal, rounded by `rounding` to the instalment's multiple, or an
 * amount.
 */
function readDownPayment(
  caseFields: CaseFields,
  terms: { principal: number; decimals: number; multiple: number; rounding: Rounding | undefined },
): number {
  const text = isPresent(caseFields, 'down_payment_percent')
    ? readText(caseFields, 'down_payment_percent')
    : /^\s*([\d.]+)\s*%/.exec(readText(caseFields, 'down_payment') ?? '')?.[1];
  if (text === undefined) {
    if (isPresent(caseFields, 'down_payment')) {
      refuseField('term_is_unknown', 'down_payment', 'A down payment begins with its per cent.');
    }
    return readAmount(caseFields, 'down_payment_amount', terms.decimals) ?? 0;
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
