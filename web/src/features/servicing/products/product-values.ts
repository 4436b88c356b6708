import {
  costOfLoan,
  problemsOfTerms,
  productDayCounts,
  type BusinessCalendarDates,
  type ProductDayCount,
  type ProductTerms,
} from '@bursar/contracts/servicing/product-terms';
import { calendarDate } from '@bursar/loan-maths/calendar';
import type { LoanFee } from '@bursar/loan-maths/loan-cost';
import { parseAnnualRate } from '@bursar/loan-maths/rate';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../../lib/form-fields.ts';

/** A fee being typed: its amount or its share may be missing. */
export type FeeValue = {
  readonly kind: 'none' | LoanFee['kind'];
  readonly amountMinor: number | null;
  readonly percent: string | null;
};

export type FeeName = 'disbursementFee' | 'instalmentFee';

type RateName = 'annualRatePercent' | 'annualRateMinPercent' | 'annualRateMaxPercent';

/**
 * Terms being typed: figures may be missing. The form does not contain the penalty, which stays
 * unchanged.
 */
export type TermsValues = {
  readonly [Name in keyof ProductTerms]: Name extends FeeName
    ? FeeValue
    : Name extends RateName
      ? string | null
      : Name extends 'frequencyEvery' | 'instalmentMultipleMinor'
        ? number
        : ProductTerms[Name] extends number
          ? number | null
          : ProductTerms[Name];
};

/** Usual terms of a consumer loan, without amounts: 6 to 60 months at 12 % a year. */
export const usualTerms: TermsValues = {
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  instalmentCount: 24,
  instalmentCountMin: 6,
  instalmentCountMax: 60,
  principalMinMinor: null,
  principalMaxMinor: null,
  annualRatePercent: '12',
  annualRateMinPercent: '6',
  annualRateMaxPercent: '24',
  instalmentRounding: 'half_even',
  instalmentMultipleMinor: 1,
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: { kind: 'none', amountMinor: null, percent: null },
  instalmentFee: { kind: 'none', amountMinor: null, percent: null },
  penalty: null,
  allocationOrder: 'penalties_fees_interest_principal',
  dayOffRule: 'as_is',
};

export function valuesOfTerms(terms: ProductTerms): TermsValues {
  return {
    ...terms,
    disbursementFee: valueOfFee(terms.disbursementFee),
    instalmentFee: valueOfFee(terms.instalmentFee),
  };
}

/**
 * Returns newer terms of the product, with the values that the user has changed in the form since
 * it began.
 */
export function ofNewerTerms(
  fresh: TermsValues,
  { began, now }: Readonly<Record<'began' | 'now', TermsValues>>,
): TermsValues {
  const before = new Map<string, unknown>(Object.entries(began));
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return { ...fresh, ...Object.fromEntries(typed) };
}

function valueOfFee(fee: LoanFee | null): FeeValue {
  return {
    kind: fee?.kind ?? 'none',
    amountMinor: fee?.kind === 'fixed' ? fee.amountMinor : null,
    percent: fee?.kind === 'percent' ? fee.percent : null,
  };
}

/** Returns the typed terms, or null while a value is missing or invalid. */
export function termsOf(values: TermsValues): ProductTerms | null {
  if (missingTerms(values).length > 0) return null;
  const fees = {
    disbursementFee: feeOfValue(values.disbursementFee),
    instalmentFee: feeOfValue(values.instalmentFee),
  };
  // The first check has excluded missing values, which TypeScript cannot see.
  return { ...values, ...fees } as ProductTerms;
}

function feeOfValue({ kind, amountMinor, percent }: FeeValue): LoanFee | null {
  if (kind === 'fixed' && amountMinor !== null) return { kind, amountMinor };
  return kind === 'percent' && percent !== null ? { kind, percent } : null;
}

/**
 * Returns an example loan with its cost: the largest amount at the usual rate and number of
 * instalments, disbursed on a day. Returns null if the terms allow no schedule.
 */
export function exampleOf(
  terms: ProductTerms,
  {
    currency,
    day,
    businessCalendar,
  }: { currency: string; day: string; businessCalendar: BusinessCalendarDates },
) {
  const { principalMaxMinor: principalMinor, annualRatePercent, instalmentCount } = terms;
  const loan = { currency, principalMinor, annualRatePercent, instalmentCount, businessCalendar };
  const cost = costOfLoan(terms, { ...loan, disbursementDate: calendarDate(day) });
  return cost && { loan, cost };
}

const rateNames = [
  'annualRatePercent',
  'annualRateMinPercent',
  'annualRateMaxPercent',
] as const satisfies readonly RateName[];
const amountNames = ['principalMinMinor', 'principalMaxMinor'] as const;
const countNames = ['instalmentCount', 'instalmentCountMin', 'instalmentCountMax'] as const;
const graceNames = ['gracePrincipal', 'graceInterest'] as const;
const feeNames = ['disbursementFee', 'instalmentFee'] as const;

type Missing = {
  readonly field: string;
  readonly problem: 'amount' | 'rate' | 'count' | 'percent';
};

/** Returns the fields with missing or invalid figures, by the names of the request. */
function missingTerms(values: TermsValues): readonly Missing[] {
  const isWithin = (value: number | null, [lowest, highest]: readonly [number, number]) =>
    value !== null && value >= lowest && value <= highest;
  const isRate = (value: string | null) => value !== null && parseAnnualRate(value).ok;
  return [
    ...amountNames
      .filter((name) => !isWithin(values[name], [1, AMOUNT_MAX]))
      .map((field) => ({ field, problem: 'amount' as const })),
    ...rateNames
      .filter((name) => !isRate(values[name]))
      .map((field) => ({ field, problem: 'rate' as const })),
    ...countNames
      .filter((name) => !isWithin(values[name], [1, 600]))
      .map((field) => ({ field, problem: 'count' as const })),
    ...graceNames
      .filter((name) => !isWithin(values[name], [0, 599]))
      .map((field) => ({ field, problem: 'count' as const })),
    ...feeNames.flatMap((field): Missing[] => {
      const { kind, amountMinor, percent } = values[field];
      if (kind === 'fixed' && !isWithin(amountMinor, [1, AMOUNT_MAX]))
        return [{ field, problem: 'amount' }];
      const isShare = percent !== null && isRate(percent) && isWithin(Number(percent), [0, 100]);
      return kind === 'percent' && !isShare ? [{ field, problem: 'percent' }] : [];
    }),
  ];
}

/** Maximum amount in minor units, far above any loan; the contract has the same limit. */
const AMOUNT_MAX = 1_000_000_000_000;

/**
 * Translates a choice. A day count keeps its standard name, except `30/360`, which Bursar
 * calculates by period.
 */
export function choiceText(t: TFunction<'products'>, choice: TermsChoice): string {
  return isStandard(choice) ? choice : t(`choice.${choice}`);
}

export type TermsChoice = ProductTerms[
  | 'scheduleMethod'
  | 'dayCount'
  | 'instalmentRounding'
  | 'dayOffRule'];

const isStandard = (choice: TermsChoice): choice is Exclude<ProductDayCount, '30/360'> =>
  choice !== '30/360' && productDayCounts.some((one) => one === choice);

/**
 * Returns the problems of terms: missing or invalid figures or, if there are none, contradictions.
 */
export function problemsOf(
  values: TermsValues,
  {
    t,
    businessCalendar,
  }: {
    readonly t: TFunction<['products', 'failures']>;
    /** The portfolio's business calendar; undefined until loaded. */
    readonly businessCalendar: BusinessCalendarDates | undefined;
  },
): FormProblems {
  const terms = termsOf(values);
  const problems = terms
    ? problemsOfTerms(terms, businessCalendar).map(({ field, code }) => [
        field,
        t(`failures:${code}`),
      ])
    : missingTerms(values).map(({ field, problem }) => [field, t(`problem.${problem}`)]);
  return Object.fromEntries(problems.map(([field, sentence]) => [`terms.${field}`, sentence]));
}
