import {
  problemsOfTerms,
  productDayCounts,
  type ProductDayCount,
  type ProductTerms,
} from '@bursar/contracts/product-terms';
import type { LoanFee } from '@bursar/loan-maths/loan-cost';
import { parseAnnualRate } from '@bursar/loan-maths/rate';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../lib/form-fields.ts';

/** A fee while it is typed: its amount or its part in per cent may be missing. */
export type FeeValue = {
  readonly kind: 'none' | LoanFee['kind'];
  readonly amountMinor: number | null;
  readonly percent: string | null;
};

export type FeeName = 'disbursementFee' | 'instalmentFee' | 'penalty';

type RateName = 'annualRatePercent' | 'annualRateMinPercent' | 'annualRateMaxPercent';

/** Terms while they are typed: what is a figure may be missing. */
export type TermsValues = {
  readonly [Name in keyof ProductTerms]: Name extends FeeName
    ? FeeValue
    : Name extends RateName
      ? string | null
      : Name extends 'frequencyEvery'
        ? number
        : ProductTerms[Name] extends number
          ? number | null
          : ProductTerms[Name];
} & {
  readonly penaltyGraceDays: number | null;
  readonly penaltyCapMinor: number | null;
};

/** Usual terms of a consumer loan: 1,000 to 50,000 over 6 to 60 months at 12 % a year. */
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
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: { kind: 'none', amountMinor: null, percent: null },
  instalmentFee: { kind: 'none', amountMinor: null, percent: null },
  penalty: { kind: 'none', amountMinor: null, percent: null },
  penaltyGraceDays: 5,
  penaltyCapMinor: null,
  allocationOrder: 'penalties_fees_interest_principal',
  dayOffRule: 'as_is',
};

export function valuesOfTerms(terms: ProductTerms): TermsValues {
  const { penalty } = terms;
  return {
    ...terms,
    disbursementFee: valueOfFee(terms.disbursementFee),
    instalmentFee: valueOfFee(terms.instalmentFee),
    penalty: valueOfFee(penalty),
    penaltyGraceDays: penalty?.graceDays ?? usualTerms.penaltyGraceDays,
    penaltyCapMinor: penalty?.capMinor ?? null,
  };
}

function valueOfFee(fee: LoanFee | null): FeeValue {
  return {
    kind: fee?.kind ?? 'none',
    amountMinor: fee?.kind === 'fixed' ? fee.amountMinor : null,
    percent: fee?.kind === 'percent' ? fee.percent : null,
  };
}

/** The terms that are typed, once none is missing. */
export function termsOf(values: TermsValues): ProductTerms | null {
  if (missingTerms(values).length > 0) return null;
  const { penaltyGraceDays, penaltyCapMinor, ...typed } = values;
  const fees = {
    disbursementFee: feeOfValue(typed.disbursementFee),
    instalmentFee: feeOfValue(typed.instalmentFee),
  };
  const fee = feeOfValue(typed.penalty);
  const penalty = fee && { ...fee, graceDays: penaltyGraceDays ?? 0, capMinor: penaltyCapMinor };
  // Nothing of them is missing.
  return { ...typed, ...fees, penalty } as ProductTerms;
}

function feeOfValue({ kind, amountMinor, percent }: FeeValue): LoanFee | null {
  if (kind === 'fixed' && amountMinor !== null) return { kind, amountMinor };
  return kind === 'percent' && percent !== null ? { kind, percent } : null;
}

const rateNames = [
  'annualRatePercent',
  'annualRateMinPercent',
  'annualRateMaxPercent',
] as const satisfies readonly RateName[];
const amountNames = ['principalMinMinor', 'principalMaxMinor'] as const;
const countNames = ['instalmentCount', 'instalmentCountMin', 'instalmentCountMax'] as const;
const graceNames = ['gracePrincipal', 'graceInterest'] as const;
const feeNames = ['disbursementFee', 'instalmentFee', 'penalty'] as const;

type Missing = {
  readonly field: string;
  readonly problem: 'amount' | 'rate' | 'count' | 'percent';
};

/** What is missing, or is no such figure, by the name that the request gives it. */
function missingTerms(values: TermsValues): readonly Missing[] {
  const isWithin = (value: number | null, [lowest, highest]: readonly [number, number]) =>
    value !== null && value >= lowest && value <= highest;
  const isRate = (value: string | null) => value !== null && parseAnnualRate(value).ok;
  const hasPenalty = values.penalty.kind !== 'none';
  const capMinor = values.penaltyCapMinor;
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
    ...(hasPenalty && !isWithin(values.penaltyGraceDays, [0, 365])
      ? [{ field: 'penalty.graceDays', problem: 'count' as const }]
      : []),
    ...(hasPenalty && capMinor !== null && !isWithin(capMinor, [1, AMOUNT_MAX])
      ? [{ field: 'penalty.capMinor', problem: 'amount' as const }]
      : []),
  ];
}

/** Far above any loan; the contract has the same. */
const AMOUNT_MAX = 1_000_000_000_000;

/** A choice in words; a day count is called by its standard name, but for the house's own by period. */
export function choiceText(t: TFunction<'products'>, choice: TermsChoice): string {
  return isStandard(choice) ? choice : t(`choice.${choice}`);
}

export type TermsChoice = ProductTerms[
  | 'scheduleMethod'
  | 'dayCount'
  | 'instalmentRounding'
  | 'dayOffRule'
  | 'allocationOrder'];

const isStandard = (choice: TermsChoice): choice is Exclude<ProductDayCount, '30/360'> =>
  choice !== '30/360' && productDayCounts.some((one) => one === choice);

/** What is wrong with terms, missing figures before contradictions. */
export function problemsOf(
  values: TermsValues,
  t: TFunction<['products', 'failures']>,
): FormProblems {
  const terms = termsOf(values);
  const told = terms
    ? problemsOfTerms(terms).map(({ field, code }) => [field, t(`failures:${code}`)])
    : missingTerms(values).map(({ field, problem }) => [field, t(`problem.${problem}`)]);
  return Object.fromEntries(told.map(([field, sentence]) => [`terms.${field}`, sentence]));
}
