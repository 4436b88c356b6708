import type { AmortisationTable, TableTerms } from './amortisation-table.ts';
import type { Outcome } from './outcome.ts';
import { brandMinor } from './money.ts';
import { annualRate, parseAnnualRate } from './rate.ts';
import type { ScheduleInWords } from './schedule-told.ts';
import { readDecimals } from './schedule-words.ts';
import type { Words } from './words.ts';
import {
  acceptWord,
  isPresent,
  normaliseWord,
  readAmount,
  readCount,
  readRate,
  readText,
  refuseWord,
  requireAmount,
  requireText,
  tellAmount,
} from './words.ts';

/** Whether the terms ask for unrounded balances: `rounding` (or `interest_rounding`) begins with "none". */
export function asksForUnroundedTable(words: Words): boolean {
  const rounding = readText(words, 'interest_rounding') ?? readText(words, 'rounding') ?? '';
  return rounding.trim().toLowerCase().startsWith('none');
}

export function readTableTerms(words: Words): TableTerms {
  const decimals = readDecimals(words);
  const amortization = normaliseWord(readText(words, 'amortization') ?? 'EQUAL_INSTALMENTS');
  const part = readAmount(words, 'principal_part', decimals);
  const balloon = readAmount(words, 'balloon', decimals);
  const growth = readText(words, 'growth_percent');
  return {
    principalMinor: brandMinor(requireAmount(words, 'principal', decimals)),
    annualRate: readTableRate(words),
    periods:
      readCount(words, 'periods') ??
      readCount(words, 'repayments') ??
      refuseWord('term_is_missing', 'periods', 'periods is missing.'),
    method:
      amortization === 'EQUAL_PRINCIPAL' || part !== undefined
        ? 'equal_principal'
        : amortization === 'INTEREST_ONLY'
          ? 'interest_only'
          : 'equal_instalments',
    principalPartMinor: part === undefined ? undefined : brandMinor(part),
    growth:
      growth === undefined
        ? undefined
        : { percent: Number(growth), everyPeriods: readCount(words, 'growth_every') ?? 12 },
    rateChanges: readRateChanges(words),
    balloonMinor: balloon === undefined ? undefined : brandMinor(balloon),
  };
}

/** `annual_rate_percent`, or `rates` such as "6%/12 per month" or "5%/12 for 24 months then 6%/12". */
function readTableRate(words: Words) {
  if (!isPresent(words, 'rates')) return readRate(words, 'annual_rate_percent', 'annual_rate');
  const first = /([\d.]+)\s*%/.exec(requireText(words, 'rates'))?.[1];
  if (first === undefined) return refuseWord('rate_is_not_a_number', 'rates', 'No rate is named.');
  return acceptWord(parseAnnualRate(first), 'rates');
}

function readRateChanges(words: Words): TableTerms['rateChanges'] & {} {
  const stages = (readText(words, 'rates') ?? '').matchAll(
    /(?:for\s+)?(\d+)\s*months?,?\s*then\s+([\d.]+)\s*%/g,
  );
  let fromPeriod = 1;
  return [...stages].map(([, months = '0', percent = '0']) => {
    fromPeriod += Number(months);
    return { fromPeriod, annualRate: annualRate(percent) };
  });
}

/** A table told as a schedule, with the opening and closing balances of each row and the sums of each year. */
export type TableInWords = Omit<ScheduleInWords, 'rows'> & {
  readonly rows: readonly (ScheduleInWords['rows'][number] & {
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

export function tellTable(
  table: Outcome<AmortisationTable>,
  decimals: number,
): Outcome<TableInWords> {
  if (!table.ok) return table;
  const { rows, years, totalInterestMinor } = table.value;
  const tell = (units: number) => tellAmount(units, decimals);
  const principal = rows[0]?.openingMinor ?? 0;
  return {
    ok: true,
    value: {
      rows: rows.map((row) => ({
        nr: row.number,
        date: null,
        days: null,
        opening: tell(row.openingMinor),
        interest: tell(row.interestMinor),
        principal: tell(row.principalMinor),
        fees: tell(0),
        penalties: tell(0),
        due: tell(row.totalMinor),
        instalment: tell(row.totalMinor),
        balance: tell(row.closingMinor),
        closing: tell(row.closingMinor),
      })),
      year_totals: years.map(({ year, interestMinor, principalMinor }) => ({
        year,
        interest: tell(interestMinor),
        principal: tell(principalMinor),
      })),
      instalment: tell(rows[0]?.totalMinor ?? 0),
      last_payment: tell(rows.at(-1)?.totalMinor ?? 0),
      total_principal: tell(principal),
      total_interest: tell(totalInterestMinor),
      total_fees: tell(0),
      total_payment: tell(principal + totalInterestMinor),
      periods: rows.length,
    },
  };
}
