import type { DayCount, DayCountPeriod, YearFraction } from '../day-count.ts';
import { DAY_COUNTS } from '../day-count.ts';
import type { CaseFields } from './case-fields.ts';
import {
  normaliseText,
  readDate,
  readText,
  refuseField,
  requireDate,
  requireText,
} from './case-fields.ts';

export type YearFractionOutput = {
  readonly days: number;
  /** In the convention's own denominators: "180/360", "1/12+3/365". */
  readonly year_fraction: string;
  readonly year_fraction_decimal: number;
};

/**
 * Reads `convention`, `start`, `end` and, if the convention needs them, `reference_start`,
 * `reference_end`, …
 */
export function readDayCountPeriod(caseFields: CaseFields): DayCountPeriod {
  return {
    dayCount: readConvention(requireText(caseFields, 'convention')),
    start: requireDate(caseFields, 'start'),
    end: requireDate(caseFields, 'end'),
    referenceStart: readDate(caseFields, 'reference_start'),
    referenceEnd: readDate(caseFields, 'reference_end'),
    terminationDate: readDate(caseFields, 'termination_date'),
    unit: readUnit(readText(caseFields, 'unit')),
  };
}

export function formatYearFraction(days: number, fraction: YearFraction): YearFractionOutput {
  return {
    days,
    year_fraction: fraction.addends
      .map(({ numerator, denominator }) =>
        denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`,
      )
      .join('+'),
    year_fraction_decimal: fraction.decimal,
  };
}

function readConvention(text: string): DayCount {
  const word = normaliseText(text)
    .replace(/^ACTUAL_/, 'ACT_')
    .replace(/_ACTUAL/g, '_ACT');
  const exact = DAY_COUNTS.find((dayCount) => normaliseText(dayCount) === word);
  return exact ?? SPELLINGS.find(([pattern]) => pattern.test(word))?.[1] ?? refuseConvention(text);
}

function refuseConvention(text: string): never {
  return refuseField('term_is_unknown', 'convention', `${text} is no day-count convention.`);
}

/**
 * Other names of the conventions; the first match counts. A bare 30/360 is the bond basis, a bare
 * ACT/ACT is ISDA.
 */
const SPELLINGS: readonly (readonly [RegExp, DayCount])[] = [
  [/EXCEL.*(TRUE|EUROPEAN)|30E_360_EXCEL/, '30E/360'],
  [/EXCEL|DAYS360/, '30/360 Excel'],
  [/^(EU|EUROPEAN_UNION)_|REMARK_C|ANNEX_I/, 'EU Annex I'],
  [/^30E_360_ISDA|GERMAN|^30E_360_PLUS_ISDA|30_360_ISDA_2006/, '30E/360 ISDA'],
  [/^30E_360|EUROBOND|30_360_(EU|EUROPEAN|ICMA_EUROPEAN)|SPECIAL_GERMAN/, '30E/360'],
  [/ITALIAN/, '30/360 Italian'],
  [/NASD/, '30/360 NASD'],
  [/^30_360_(US|USA)|^30U_360/, '30/360 US'],
  [/BOND_BASIS|^30A?_360|^360_360/, '30/360 Bond Basis'],
  [/^30_365/, '30/365'],
  [/AFB|EURO$/, 'ACT/ACT AFB'],
  [/^ACT_ACT_(ICMA|ISMA|BOND)/, 'ACT/ACT ICMA'],
  [/^ACT_ACT|HISTORICAL|^ACT_365_ISDA/, 'ACT/ACT ISDA'],
  [/^(NL_365|ACT_365_NO_LEAP|365_NO_LEAP|NO_LEAP)/, 'NL/365'],
  [/^ACT_365\.25/, 'ACT/365.25'],
  [/^ACT_366/, 'ACT/366'],
  [/^ACT_364/, 'ACT/364'],
  [/^ACT_365/, 'ACT/365F'],
  [/^ACT_360/, 'ACT/360'],
];

function readUnit(text: string | undefined): DayCountPeriod['unit'] {
  if (text === undefined) return undefined;
  const unit = ['years', 'months', 'weeks', 'days'] as const;
  const found = unit.find((name) => text.toLowerCase().startsWith(name.slice(0, -1)));
  return found ?? refuseField('term_is_unknown', 'unit', `${text} is no unit of time.`);
}
