import type { CashFlowSeries } from '../apr-cash-flows.ts';
import type { AprPercent } from '../apr-percent.ts';
import { roundHalfUp } from '../apr-percent.ts';
import type { RegulationZApr, RegulationZSeries, RegulationZTransaction } from '../apr-regz.ts';
import { unitPeriodsBetween } from '../unit-periods.ts';
import type { Fraction } from '../exact.ts';
import { sumFractions } from '../exact.ts';
import { readDecimals } from './read-schedule.ts';
import type { CaseFields } from './case-fields.ts';
import {
  isPresent,
  isCaseFields,
  normaliseText,
  readCount,
  readList,
  refuseField,
  requireAmount,
  requireDate,
  requireText,
  formatAmount,
} from './case-fields.ts';

/**
 * Reads `unit_periods_per_year` or `dates`, and the series in `advances` and `payments`, each with
 * amount, count, t and f.
 */
export function readRegulationZ(caseFields: CaseFields): RegulationZTransaction {
  const decimals = readDecimals(caseFields);
  return {
    unitPeriodsPerYear: readPerYear(caseFields),
    series: [
      ...readSeries(caseFields, 'advances', decimals),
      ...readSeries(caseFields, 'payments', decimals),
    ],
  };
}

function readPerYear(caseFields: CaseFields): number {
  if (!isPresent(caseFields, 'unit_periods_per_year')) {
    const dates = readDates(caseFields);
    return dates.unitPeriodsPerYear;
  }
  const { numerator, denominator } = readRatio(caseFields, 'unit_periods_per_year');
  return numerator / denominator;
}

/**
 * Reads series of amounts. If the first series has neither `t` nor `f`, an advance is at the
 * beginning of the term, and the time of a payment follows from `dates`: advance, first_payment and
 * frequency. Later series must state their time.
 */
function readSeries(caseFields: CaseFields, field: 'advances' | 'payments', decimals: number) {
  return readList(caseFields, field).map((item, index): RegulationZSeries => {
    const isTimed = isPresent(item, 't');
    if (!isTimed && (index > 0 || isPresent(item, 'f'))) {
      refuseField('term_is_missing', `${field}[${index}].t`, 'A later series needs its time.');
    }
    const time = isTimed || field === 'advances' ? undefined : readDates(caseFields);
    return {
      kind: field === 'advances' ? 'advance' : 'payment',
      amountMinor: requireAmount(item, 'amount', decimals),
      count: readCount(item, 'count') ?? 1,
      unitPeriods: time?.unitPeriods ?? readCount(item, 't') ?? 0,
      oddFraction: time?.oddFraction ?? (isPresent(item, 'f') ? readRatio(item, 'f') : ZERO),
    };
  });
}

const ZERO: Fraction = { numerator: 0, denominator: 1 };

function readDates(caseFields: CaseFields) {
  const dates = caseFields['dates'];
  if (!isCaseFields(dates)) {
    return refuseField('term_is_missing', 'dates', 'Neither times nor dates are given.');
  }
  return unitPeriodsBetween({
    start: requireDate(dates, 'advance'),
    end: requireDate(dates, 'first_payment'),
    unitPeriod: readUnitPeriod(requireText(dates, 'frequency')),
  });
}

/** Reads "2 months", "1 week", "semimonthly (1st, 16th)", "1 day". */
function readUnitPeriod(frequency: string) {
  const word = normaliseText(frequency);
  if (/SEMI_?MONTH/.test(word)) return { every: 1, unit: 'semimonths' } as const;
  const match = /^(\d+)?_?(DAY|WEEK|MONTH|YEAR|QUARTER)/.exec(word);
  const every = Number(match?.[1] ?? 1);
  switch (match?.[2]) {
    case 'DAY':
      return { every, unit: 'days' } as const;
    case 'WEEK':
      return { every, unit: 'weeks' } as const;
    case 'MONTH':
      return { every, unit: 'months' } as const;
    case 'QUARTER':
      return { every: every * 3, unit: 'months' } as const;
    case 'YEAR':
      return { every: every * 12, unit: 'months' } as const;
    default:
      return refuseField('term_is_unknown', 'dates.frequency', `${frequency} is no unit-period.`);
  }
}

/**
 * Reads `flows` with kind, amount, count, first_time_years and step_years; or one `advance`, and one
 * `repayment` after `days`. Days are converted to years of 365.25 days.
 */
export function readEuropeanFlows(caseFields: CaseFields): CashFlowSeries[] {
  const decimals = readDecimals(caseFields);
  if (isPresent(caseFields, 'flows')) {
    return readList(caseFields, 'flows').map((flow) => ({
      kind: readKind(flow),
      amountMinor: requireAmount(flow, 'amount', decimals),
      count: readCount(flow, 'count') ?? 1,
      first: readRatio(flow, 'first_time_years'),
      step: isPresent(flow, 'step_years') ? readRatio(flow, 'step_years') : ZERO,
    }));
  }
  const days =
    readCount(caseFields, 'days') ?? refuseField('term_is_missing', 'days', 'days is missing.');
  const once = (kind: CashFlowSeries['kind'], amountMinor: number, numerator: number) => ({
    kind,
    amountMinor,
    count: 1,
    first: { numerator, denominator: 1461 },
    step: ZERO,
  });
  return [
    once('advance', requireAmount(caseFields, 'advance', decimals), 0),
    once('payment', requireAmount(caseFields, 'repayment', decimals), days * 4),
  ];
}

function readKind(flow: CaseFields): CashFlowSeries['kind'] {
  const kind = normaliseText(requireText(flow, 'kind'));
  if (kind === 'DRAWDOWN' || kind === 'ADVANCE') return 'advance';
  if (kind === 'PAYMENT' || kind === 'REPAYMENT' || kind === 'CHARGE') return 'payment';
  return refuseField('term_is_unknown', 'kind', `${kind} is no kind of cash flow.`);
}

/** Reads "8/90", "1/12+3/365", "0", "24" or "0.5". */
function readRatio(caseFields: CaseFields, field: string): Fraction {
  const text = requireText(caseFields, field);
  return sumFractions(
    text.split('+').map((addend) => {
      const [top = '', bottom = '1'] = addend.trim().split('/');
      const decimals = (top.split('.')[1] ?? '').length;
      const numerator = Number(top.replace('.', ''));
      const denominator = Number(bottom) * 10 ** decimals;
      if (top.trim() === '' || !Number.isInteger(numerator) || !(denominator > 0)) {
        return refuseField('amount_is_not_a_number', field, `"${text}" is no ratio.`);
      }
      return { numerator, denominator };
    }),
  );
}

export type RegulationZAprOutput = {
  readonly apr_percent: number;
  readonly apr_percent_2dp: string;
  readonly finance_charge: string;
};

export function formatRegulationZApr(apr: RegulationZApr, decimals: number): RegulationZAprOutput {
  return {
    apr_percent: apr.percent,
    apr_percent_2dp: apr.shown,
    finance_charge: formatAmount(apr.financeChargeMinor, decimals),
  };
}

export type EuropeanAprOutput = {
  readonly apr_percent: number;
  readonly apr_percent_1dp: string;
  /** Six decimals, as in the examples of the European Commission. */
  readonly apr_percent_6dp: string;
};

export function formatEuropeanApr(apr: AprPercent): EuropeanAprOutput {
  return {
    apr_percent: apr.percent,
    apr_percent_1dp: apr.shown,
    apr_percent_6dp: roundHalfUp(apr.percent, 6),
  };
}
