import type { AmortisationTable, TableTerms } from '../amortisation-table.ts';
import type { Outcome } from '../outcome.ts';
import { brandMinor } from '../money.ts';
import { parseAnnualRate } from '../rate.ts';
import type { ScheduleOutput } from './format-schedule.ts';
import { readDecimals, readMethod } from './read-schedule.ts';
import type { CaseFields } from './case-fields.ts';
import {
  acceptField,
  isPresent,
  readAmount,
  readCount,
  readRate,
  readText,
  refuseField,
  requireAmount,
  requireText,
  formatAmount,
} from './case-fields.ts';

/**
 * Returns whether the terms ask for unrounded balances: `interest_rounding`, or `rounding` if that
 * is absent, begins with "none".
 */
export function asksForUnroundedTable(caseFields: CaseFields): boolean {
  const rounding =
    readText(caseFields, 'interest_rounding') ?? readText(caseFields, 'rounding') ?? '';
  return rounding.trim().toLowerCase().startsWith('none');
}

export function readTableTerms(caseFields: CaseFields): TableTerms {
  const decimals = readDecimals(caseFields);
  const part = readAmount(caseFields, 'principal_part', decimals);
  const balloon = readAmount(caseFields, 'balloon', decimals);
  const periods =
    readCount(caseFields, 'periods') ??
    readCount(caseFields, 'repayments') ??
    refuseField('term_is_missing', 'periods', 'periods is missing.');
  return {
    principalMinor: brandMinor(requireAmount(caseFields, 'principal', decimals)),
    ...readRates(caseFields, periods),
    periods,
    method: part === undefined ? readTableMethod(caseFields) : 'equal_principal',
    principalPartMinor: part === undefined ? undefined : brandMinor(part),
    growth: readGrowth(caseFields),
    balloonMinor: balloon === undefined ? undefined : brandMinor(balloon),
  };
}

function readTableMethod(caseFields: CaseFields): TableTerms['method'] {
  const method = readMethod(caseFields);
  if (method !== 'flat' && method !== 'bullet') return method;
  return refuseField(
    'term_is_unknown',
    'amortization',
    `There is no table for the method ${method}.`,
  );
}

function readGrowth(caseFields: CaseFields): TableTerms['growth'] {
  const percent = readText(caseFields, 'growth_percent');
  if (percent === undefined) return undefined;
  if (!/^[+-]?\d+(\.\d+)?$/.test(percent.trim())) {
    return refuseField('amount_is_not_a_number', 'growth_percent', `"${percent}" is no per cent.`);
  }
  return { percent: Number(percent), everyPeriods: readCount(caseFields, 'growth_every') ?? 12 };
}

/**
 * Reads `annual_rate_percent`, or `rates` such as "6%/12 per month" or "5%/12 for 24 months then
 * 6%/12". Every number in `rates` must be an annual rate or its number of months; anything else is
 * refused.
 */
function readRates(
  caseFields: CaseFields,
  periods: number,
): Pick<TableTerms, 'annualRate' | 'rateChanges'> {
  if (!isPresent(caseFields, 'rates')) {
    return { annualRate: readRate(caseFields, 'annual_rate_percent', 'annual_rate') };
  }
  const text = requireText(caseFields, 'rates');
  const rates = [...text.matchAll(RATE)];
  const [before = '', ...between] = text.split(RATE_APART);
  const refuseText = () =>
    refuseField(
      'term_is_unknown',
      'rates',
      `"${text}" is no rate a year, or rates that follow it.`,
    );
  if (rates.length === 0) return refuseField('rate_is_not_a_number', 'rates', 'No rate is named.');
  if (/\d/.test(before) || /effective/i.test(text)) return refuseText();
  let fromPeriod = 1;
  const stages = rates.map(([written, percent = ''], index) => {
    const after = between[index] ?? '';
    const stage = { fromPeriod, annualRate: acceptField(parseAnnualRate(percent), 'rates') };
    const isLast = index === rates.length - 1;
    const months = (isLast ? MONTHS_AT_END : MONTHS_THEN).exec(after)?.[1];
    if (/^\s*(per|a) month/.test(after) && !written.includes('/')) return refuseText();
    if (months === undefined && (!isLast || /\d/.test(after))) return refuseText();
    fromPeriod += months === undefined ? 0 : Number(months);
    if (isLast && months !== undefined && fromPeriod !== periods + 1) return refuseText();
    return stage;
  });
  const [first, ...rateChanges] = stages;
  return first ? { annualRate: first.annualRate, rateChanges } : refuseText();
}

const RATE = /(\d+(?:\.\d+)?)\s*%(?:\s*\/\s*12\b)?/g;
/** `RATE` without its group, because `split` would return the group as text. */
const RATE_APART = /\d+(?:\.\d+)?\s*%(?:\s*\/\s*12\b)?/g;
const MONTHS_THEN = /^\D*?(\d+)\s*months?\b\D*\bthen\b\D*$/;
const MONTHS_AT_END = /^\D*?(\d+)\s*months?\b\D*$/;

/**
 * A table as a schedule, with the opening and closing balances of each row and the sums of each
 * year.
 */
export type TableOutput = Omit<ScheduleOutput, 'rows'> & {
  readonly rows: readonly (ScheduleOutput['rows'][number] & {
    readonly opening: string;
    readonly closing: string;
  })[];
  readonly year_totals: readonly {
    readonly year: number;
    readonly interest: string;
    readonly principal: string;
  }[];
  readonly last_payment: string;
};

export function formatTable(
  table: Outcome<AmortisationTable>,
  decimals: number,
): Outcome<TableOutput> {
  if (!table.ok) return table;
  const { rows, years, totalInterestMinor } = table.value;
  const format = (units: number) => formatAmount(units, decimals);
  const principal = rows[0]?.openingMinor ?? 0;
  return {
    ok: true,
    value: {
      rows: rows.map((row) => ({
        nr: row.number,
        date: null,
        days: null,
        opening: format(row.openingMinor),
        interest: format(row.interestMinor),
        principal: format(row.principalMinor),
        fees: format(0),
        penalties: format(0),
        due: format(row.totalMinor),
        instalment: format(row.totalMinor),
        balance: format(row.closingMinor),
        closing: format(row.closingMinor),
      })),
      year_totals: years.map(({ year, interestMinor, principalMinor }) => ({
        year,
        interest: format(interestMinor),
        principal: format(principalMinor),
      })),
      instalment: format(rows[0]?.totalMinor ?? 0),
      last_payment: format(rows.at(-1)?.totalMinor ?? 0),
      total_principal: format(principal),
      total_interest: format(totalInterestMinor),
      total_fees: format(0),
      total_payment: format(principal + totalInterestMinor),
      periods: rows.length,
    },
  };
}
