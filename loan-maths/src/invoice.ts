import { BeyondSafeIntegers, scaleRounded } from './exact.ts';
import { parseDecimalToUnits } from './money.ts';
import { refuse, succeed } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Decimals of a quantity and of a tax rate in per cent; further decimals are rounded. */
const QUANTITY_DECIMALS = 3;
const TAX_DECIMALS = 4;

export type InvoiceLineAmounts = {
  /** A plain decimal, such as `"1.5"`; negative on an invoice that credits another. */
  readonly quantity: string;
  /** The unit price before tax, in minor units; negative for a deduction. */
  readonly unitPriceMinor: number;
  /** In per cent, such as `"20"`. */
  readonly taxPercent: string;
};

export type InvoiceTotals = {
  /** The net amount of each line before tax, in line order. */
  readonly netMinors: readonly number[];
  /** One entry per tax rate, lowest first. */
  readonly taxes: readonly {
    readonly taxPercent: string;
    readonly netMinor: number;
    readonly taxMinor: number;
  }[];
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
};

/**
 * Returns the totals of an invoice. The net amount of a line is its quantity times its price,
 * half-up to the minor unit. Tax is calculated on the sum of the lines of a rate, rounded half-up
 * once per rate (EN 16931, BR-CO-10 to BR-CO-17).
 *
 * @returns `amount_is_not_a_number` or `amount_exceeds_safe_integers` as refusals
 * @example invoiceTotals([{ quantity: "3", unitPriceMinor: 333, taxPercent: "7.5" }]) // 999 + 75 =
 * 1074, with tax rounded from 74.925
 */
export function invoiceTotals(lines: readonly InvoiceLineAmounts[]): Outcome<InvoiceTotals> {
  const read: LineRead[] = [];
  for (const { quantity, unitPriceMinor, taxPercent } of lines) {
    const count = parseDecimalToUnits(quantity, QUANTITY_DECIMALS);
    if (!count.ok) return count;
    const rate = parseDecimalToUnits(taxPercent, TAX_DECIMALS);
    if (!rate.ok) return rate;
    read.push({ count: count.value.units, unitPriceMinor, rate: rate.value.units });
  }
  try {
    return succeed(totalsOf(read));
  } catch (error) {
    if (!(error instanceof BeyondSafeIntegers)) throw error;
    return refuse('amount_exceeds_safe_integers', 'lines', 'The invoice is too large to be exact.');
  }
}

/**
 * A line as integers: `count` in thousandths of a unit, `rate` in ten-thousandths of a per cent.
 */
type LineRead = { readonly count: number; readonly unitPriceMinor: number; readonly rate: number };

function totalsOf(lines: readonly LineRead[]): InvoiceTotals {
  const netMinors = lines.map(({ count, unitPriceMinor }) =>
    shareOf(unitPriceMinor, count, 10 ** QUANTITY_DECIMALS),
  );
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((one, other) => one - other);
  const taxes = rates.map((rate) => {
    const netMinor = sum(netMinors.filter((_, at) => lines[at]?.rate === rate));
    const taxMinor = shareOf(netMinor, rate, 100 * 10 ** TAX_DECIMALS);
    return { taxPercent: String(rate / 10 ** TAX_DECIMALS), netMinor, taxMinor };
  });
  const netMinor = sum(netMinors);
  const taxMinor = sum(taxes.map((tax) => tax.taxMinor));
  return { netMinors, taxes, netMinor, taxMinor, totalMinor: sum([netMinor, taxMinor]) };
}

/** Rounds half away from zero, so that a credit note is the exact opposite of its invoice. */
function shareOf(amountMinor: number, numerator: number, denominator: number): number {
  const fraction = { numerator: Math.abs(numerator), denominator };
  const size = scaleRounded(Math.abs(amountMinor), fraction, 'half_up');
  return size === 0 || amountMinor < 0 === numerator < 0 ? size : -size;
}

function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, one) => all + one, 0);
  if (!Number.isSafeInteger(total)) throw new BeyondSafeIntegers();
  return total;
}
