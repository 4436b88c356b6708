import { parseAnnualRate, rateFraction } from './rate.ts';
import type { AnnualRate } from './rate.ts';
import { divideRoundedBig } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';

/**
 * Returns an amortisation table with unrounded balances, as textbooks and official examples print
 * it: only the shown amounts are rounded.
 *
 * Sums of the rounded rows can differ from the totals by minor units, so book loans with
 * `buildSchedule` instead. Balances have 30 decimals; shown amounts are rounded half-up.
 * @returns `rate_is_out_of_range`, `instalment_count_is_out_of_range`, `amount_is_not_positive`,
 * `instalment_never_repays`.
 * @example 200,000.00 at 6 % over 240 months: first principal 432.86, total interest 143,886.91.
 */
export function amortisationTable<Currency extends string>(
  terms: TableTerms<Currency>,
): Outcome<AmortisationTable<Currency>> {
  const rate = parseAnnualRate(terms.annualRate);
  if (!rate.ok) return rate;
  const { periods, principalMinor } = terms;
  if (!Number.isInteger(periods) || periods < 1 || periods > 600) {
    return refuse('instalment_count_is_out_of_range', 'periods', 'A table has 1 to 600 periods.');
  }
  if (!Number.isSafeInteger(principalMinor) || principalMinor <= 0) {
    return refuse('amount_is_not_positive', 'principalMinor', 'The principal is not positive.');
  }
  const lines = computeLines(terms);
  if (!lines) {
    return refuse('instalment_never_repays', 'annualRate', 'The instalments never repay the loan.');
  }
  return succeed(formatTable(lines));
}

export type TableTerms<Currency extends string = string> = {
  readonly principalMinor: MinorUnits<Currency>;
  readonly annualRate: AnnualRate;
  /** 1 to 600. */
  readonly periods: number;
  /** Default 12. */
  readonly periodsPerYear?: number | undefined;
  /** Default `equal_instalments`. */
  readonly method?: 'equal_instalments' | 'equal_principal' | 'interest_only' | undefined;
  /**
   * The principal of each instalment (`equal_principal`) if it is not an equal share; the table
   * ends when the loan is repaid.
   */
  readonly principalPartMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  /**
   * Instalments grow by `percent` (shrink if it is negative) after every `everyPeriods` periods.
   */
  readonly growth?: { readonly percent: number; readonly everyPeriods: number } | undefined;
  /**
   * A new rate from a period on, counted from 1; the level instalment is recalculated on the
   * remaining balance.
   */
  readonly rateChanges?: readonly {
    readonly fromPeriod: number;
    readonly annualRate: AnnualRate;
  }[];
  /** Principal that remains for the last period. */
  readonly balloonMinor?: MinorUnits<NoInfer<Currency>> | undefined;
};

export type AmortisationTable<Currency extends string = string> = {
  readonly rows: readonly {
    readonly number: number;
    readonly openingMinor: MinorUnits<Currency>;
    readonly interestMinor: MinorUnits<Currency>;
    readonly principalMinor: MinorUnits<Currency>;
    readonly totalMinor: MinorUnits<Currency>;
    readonly closingMinor: MinorUnits<Currency>;
  }[];
  /** Sums of the unrounded amounts of twelve periods each; the last year may have fewer periods. */
  readonly years: readonly {
    readonly year: number;
    readonly interestMinor: MinorUnits<Currency>;
    readonly principalMinor: MinorUnits<Currency>;
  }[];
  readonly totalInterestMinor: MinorUnits<Currency>;
};

const SCALE = 10n ** 30n;

type Line = { opening: bigint; interest: bigint; principal: bigint; closing: bigint };

function computeLines(terms: TableTerms): Line[] | undefined {
  const balloon = BigInt(terms.balloonMinor ?? 0) * SCALE;
  const lines: Line[] = [];
  let balance = BigInt(terms.principalMinor) * SCALE;
  let level = 0n;
  for (let number = 1; number <= terms.periods && balance > 0n; number++) {
    const isLast = number === terms.periods;
    const interest = multiply(balance, rateOf(terms, number));
    if (number === 1 || changesRate(terms, number)) level = levelFrom(terms, { number, balance });
    else if (grows(terms, number)) level = multiply(level, growthOf(terms));
    const planned = planPrincipal(terms, { level, interest });
    if (planned < 0n && !isLast) return undefined;
    const principal =
      isLast || planned > balance - balloon ? lastPart(isLast, { balance, balloon }) : planned;
    lines.push({ opening: balance, interest, principal, closing: balance - principal });
    balance -= principal;
  }
  return lines;
}

function lastPart(
  isLast: boolean,
  { balance, balloon }: { balance: bigint; balloon: bigint },
): bigint {
  return isLast ? balance : balance - balloon;
}

function planPrincipal(
  terms: TableTerms,
  { level, interest }: { level: bigint; interest: bigint },
): bigint {
  if (terms.method === 'interest_only') return 0n;
  if (terms.method === 'equal_principal') return level;
  return level - interest;
}

/**
 * Returns the level instalment from a period on (for `equal_principal`, its principal) that leaves
 * the balloon at the end.
 */
function levelFrom(terms: TableTerms, from: { number: number; balance: bigint }): bigint {
  const balloon = BigInt(terms.balloonMinor ?? 0) * SCALE;
  const left = terms.periods - from.number + 1;
  if (terms.method === 'equal_principal') {
    if (terms.principalPartMinor !== undefined) return BigInt(terms.principalPartMinor) * SCALE;
    return (from.balance - balloon) / BigInt(left);
  }
  const rate = rateOf(terms, from.number);
  let growth = SCALE;
  let annuity = 0n;
  let weight = SCALE;
  for (let k = 0; k < left; k++) {
    if (k > 0 && grows(terms, from.number + k)) weight = multiply(weight, growthOf(terms));
    growth += multiply(growth, rate);
    annuity += multiply(annuity, rate) + weight;
  }
  return ((multiply(from.balance, growth) - balloon) * SCALE) / annuity;
}

function changesRate({ rateChanges }: TableTerms, number: number): boolean {
  return rateChanges?.some(({ fromPeriod }) => fromPeriod === number) ?? false;
}

function rateOf(terms: TableTerms, number: number): bigint {
  const changed = terms.rateChanges?.filter(({ fromPeriod }) => fromPeriod <= number).at(-1);
  const { numerator, denominator } = rateFraction(changed?.annualRate ?? terms.annualRate);
  return (BigInt(numerator) * SCALE) / BigInt(denominator * (terms.periodsPerYear ?? 12));
}

function grows({ growth }: TableTerms, number: number): boolean {
  return growth !== undefined && number > 1 && (number - 1) % growth.everyPeriods === 0;
}

function growthOf({ growth }: TableTerms): bigint {
  // The percentage is rounded to six decimals, so that its millionths are an integer.
  return ((100_000_000n + BigInt(Math.round((growth?.percent ?? 0) * 1e6))) * SCALE) / 100_000_000n;
}

function multiply(left: bigint, right: bigint): bigint {
  return (left * right) / SCALE;
}

function formatTable<Currency extends string>(lines: readonly Line[]): AmortisationTable<Currency> {
  const show = (amount: bigint) =>
    brandMinor<Currency>(Number(divideRoundedBig(amount, SCALE, 'half_up')));
  const sum = (part: readonly Line[], field: 'interest' | 'principal') =>
    show(part.reduce((total, line) => total + line[field], 0n));
  const years = Array.from({ length: Math.ceil(lines.length / 12) }, (_, year) =>
    lines.slice(year * 12, year * 12 + 12),
  );
  return {
    rows: lines.map(({ opening, interest, principal, closing }, index) => ({
      number: index + 1,
      openingMinor: show(opening),
      interestMinor: show(interest),
      principalMinor: show(principal),
      totalMinor: show(interest + principal),
      closingMinor: show(closing),
    })),
    years: years.map((part, index) => ({
      year: index + 1,
      interestMinor: sum(part, 'interest'),
      principalMinor: sum(part, 'principal'),
    })),
    totalInterestMinor: sum(lines, 'interest'),
  };
}
