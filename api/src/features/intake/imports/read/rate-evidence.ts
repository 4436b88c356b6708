import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { readNumberAs, type DecimalMark } from '../../../../platform/table-files/number-format.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { Words } from './known-words.ts';
import { ratePeriodIn } from './rate-period.ts';
import { inPercent, type RateUnit } from './rate-unit.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

const factors = ['principal', 'annualRate', 'instalmentCount', 'instalment'] as const;
type Factor = (typeof factors)[number];
type Sample = Readonly<Record<Factor, { readonly text: string; readonly isPercent: boolean }>>;

/** The decimal marks of a tape's columns, and the unit of its rates. */
type Written = { readonly marks: ReadonlyMap<TapeField, DecimalMark>; readonly unit: RateUnit };

const LOANS_COMPARED = 50;
/**
 * Maximum relative difference between the stated and the calculated instalment, because servicers
 * round and start interest on different days.
 */
const TOLERANCE = 0.01;

/**
 * Collects up to 50 loans that may have monthly instalments. Their amounts show whether the rates
 * are for a year or for a month.
 */
export function noteInstalments({ places }: RecognisedColumns, words: Words) {
  const samples: Sample[] = [];
  const isComplete = factors.every((field) => places.has(field));
  const cellAt = ({ cells }: TapeRow, field: TapeField) =>
    cells[places.get(field)?.index ?? -1]?.trim() ?? '';
  return {
    note(row: TapeRow): void {
      if (!isComplete || samples.length >= LOANS_COMPARED) return;
      const every = cellAt(row, 'frequency');
      if (every !== '' && words.meaningOf('frequency', every) !== 'monthly') return;
      if (cellAt(row, 'repaidEvery') !== '') return;
      const factor = (field: Factor) => ({
        text: cellAt(row, field),
        isPercent: row.numbers?.[places.get(field)?.index ?? -1]?.kind === 'percent',
      });
      samples.push({
        principal: factor('principal'),
        annualRate: factor('annualRate'),
        instalmentCount: factor('instalmentCount'),
        instalment: factor('instalment'),
      });
    },
    /** Returns whether the instalment of every collected loan follows from a yearly rate. */
    areForYear: (written: Written): boolean =>
      samples.length > 0 && samples.every((sample) => isForYear(sample, written)),
  };
}

function isForYear(sample: Sample, { marks, unit }: Written): boolean {
  const [principal, rate, count, instalment] = factors.map((field) => {
    const { text: cell, isPercent } = sample[field];
    const { text, period } = ratePeriodIn(cell);
    // A monthly rate is no evidence for the period of the other rates.
    if (field === 'annualRate' && period === 'month') return null;
    const read = readNumberAs(text, marks.get(field) ?? null);
    if (read === null) return null;
    const isRate = field === 'annualRate' && !read.isPercent;
    if (isRate && isPercent) return Number(read.decimal) * 100;
    return Number(isRate ? inPercent(read.decimal, unit) : read.decimal);
  });
  if (!principal || !rate || !count || !instalment) return false;
  const isNear = (expected: number, tolerance: number) =>
    Math.abs(instalment - expected) <= expected * tolerance;
  const byYear = annuity(principal, rate / 1200, count);
  // A short loan has nearly the same instalment with both rates, so it proves nothing.
  return isNear(byYear, TOLERANCE) && !isNear(annuity(principal, rate / 100, count), 3 * TOLERANCE);
}

const annuity = (principal: number, rate: number, count: number): number =>
  (principal * rate) / (1 - (1 + rate) ** -count);
