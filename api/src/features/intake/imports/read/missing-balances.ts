import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import {
  addMonths,
  addWeeks,
  parseCalendarDate,
  type CalendarDate,
} from '@bursar/loan-maths/calendar';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { isEmptyCell } from './empty-cells.ts';
import { count, type Tally } from './profile-columns.ts';
import { balanceFields } from './number-fields.ts';
import type { DateFormat } from '../../../../platform/table-files/date-format.ts';
import { anyFormat, readDate, type DateForm } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import { frequencies, monthly, type Words } from './known-words.ts';
import { disbursalForm, lengthFinding } from './read-loan.ts';
import type { TapeInterval } from './tape-loan.ts';

type BalanceTerms = {
  readonly columns: RecognisedColumns;
  readonly dateSystem: TapeRows['dateSystem'];
  readonly words: Words;
  readonly forAll: WholeFileValues;
  readonly dates: ReadonlyMap<TapeField, DateFormat>;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
};

/** Returns whether a row states neither a balance nor the principal paid. */
export function hasNoBalance(row: TapeRow, { places }: RecognisedColumns): boolean {
  return balanceFields.every((field) => textOf(row, places.get(field)?.index) === '');
}

/**
 * Collects the loans whose paid principal the file neither states nor proves. They would be booked
 * as unpaid, so the user must confirm that first.
 */
export function profileBalances(terms: BalanceTerms) {
  const missing: Tally = { count: 0, samples: [] };
  return {
    missing,
    note(row: TapeRow): void {
      if (!hasNoBalance(row, terms.columns)) return;
      const cells = new PlainCells(row, terms);
      if (isOpen(cells, row, terms)) count(missing, cells.shown());
    },
  };
}

/**
 * Returns whether the paid principal of the row is unknown. A row that cannot become a loan, a
 * closed loan, and a loan with neither payments nor anything due by the cut-off day need no
 * question.
 */
function isOpen(cells: PlainCells, row: TapeRow, terms: BalanceTerms): boolean {
  if (lengthFinding(row, terms)) return false;
  const disbursedOn = cells.day('disbursedOn', disbursalForm(terms.columns));
  if (disbursedOn === null || cells.isClosed()) return false;
  const wasPaid = evidenceOfPayments.some((field) => /[1-9١-٩۱-۹]/.test(cells.text(field)));
  if (wasPaid) return true;
  return disbursedOn < terms.cutOffOn && firstDueOn(cells, disbursedOn) <= terms.cutOffOn;
}

const evidenceOfPayments: readonly TapeField[] = [
  'interestPaid',
  'lateFeesPaid',
  'paidTotal',
  'lastPaymentOn',
];

/**
 * Returns the stated first due day, or else the earliest possible one: after the frequency
 * that the user gave for the whole file, after a week if the row states a frequency, and otherwise
 * after a month.
 */
function firstDueOn(cells: PlainCells, disbursedOn: CalendarDate): CalendarDate {
  const given = cells.day('firstDueOn', 'day');
  if (given !== null) return given;
  const { every, unit } = cells.interval();
  return unit === 'months' ? addMonths(disbursedOn, every) : addWeeks(disbursedOn, every);
}

const weekly: TapeInterval = { every: 1, unit: 'weeks' };

/** Reads cells for the profile, without findings. */
class PlainCells {
  readonly #row: TapeRow;
  readonly #terms: BalanceTerms;

  constructor(row: TapeRow, terms: BalanceTerms) {
    this.#row = row;
    this.#terms = terms;
  }

  text(field: TapeField): string {
    return textOf(this.#row, this.#terms.columns.places.get(field)?.index);
  }

  day(field: 'disbursedOn' | 'firstDueOn', form: DateForm): CalendarDate | null {
    const { columns, forAll } = this.#terms;
    const given = columns.places.has(field) ? undefined : forAll[field];
    if (given !== undefined) return parseCalendarDate(given) ?? null;
    const text = this.text(field);
    const { dateSystem, dates } = this.#terms;
    const day = readDate(text, { form, dateSystem, format: dates.get(field) ?? anyFormat });
    return (day === null ? undefined : parseCalendarDate(day)) ?? null;
  }

  interval(): TapeInterval {
    const { columns, forAll } = this.#terms;
    const ofAll = columns.places.has('frequency') ? undefined : forAll.frequency;
    if (ofAll !== undefined) return frequencies.get(ofAll) ?? weekly;
    return this.text('frequency') === '' ? monthly : weekly;
  }

  isClosed(): boolean {
    const meaning = this.#terms.words.meaningOf('status', this.text('status'));
    return meaning === 'closed' || meaning === 'left_out';
  }

  /** Describes the loan for the user by its id, principal and day of disbursement. */
  shown(): string {
    const fields = ['externalId', 'principal', 'disbursedOn'] as const;
    return fields
      .map((field) => this.text(field))
      .filter((text) => text !== '')
      .join(', ');
  }
}

function textOf({ cells }: TapeRow, index: number | undefined): string {
  const text = index === undefined ? '' : (cells[index]?.trim() ?? '');
  return isEmptyCell(text) ? '' : text;
}
