import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  addMonths,
  addWeeks,
  parseCalendarDate,
  type CalendarDate,
} from '@bursar/loan-maths/calendar';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { count, type Tally } from './profile-columns.ts';
import { balanceFields } from './number-fields.ts';
import { readDate, type DateForm } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import { disbursalForm, lengthFinding, statusTerms } from './read-loan.ts';

type BalanceTerms = {
  readonly columns: RecognisedColumns;
  readonly dateSystem: TapeRows['dateSystem'];
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
};

/**
 * Collects the loans whose paid principal nothing in the file states or proves. They would be booked
 * as unpaid, so the user must confirm that first.
 */
export function profileBalances(terms: BalanceTerms) {
  const missing: Tally = { count: 0, samples: [] };
  return {
    missing,
    note(row: TapeRow): void {
      const cells = new PlainCells(row, terms);
      if (balanceFields.every((field) => cells.text(field) === '') && isOpen(cells, row, terms)) {
        count(missing, cells.shown());
      }
    },
  };
}

/** A row that cannot become a loan anyway, or that proves what is paid, leaves nothing open. */
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

/** Assumes the shortest interval if a column states the frequency. */
function firstDueOn(cells: PlainCells, disbursedOn: CalendarDate): CalendarDate {
  const given = cells.day('firstDueOn', 'day');
  if (given !== null) return given;
  return cells.text('frequency') === '' ? addMonths(disbursedOn, 1) : addWeeks(disbursedOn, 1);
}

/** Reads cells for the profile, without findings. */
class PlainCells {
  readonly #row: TapeRow;
  readonly #terms: BalanceTerms;

  constructor(row: TapeRow, terms: BalanceTerms) {
    this.#row = row;
    this.#terms = terms;
  }

  text(field: TapeField): string {
    const index = this.#terms.columns.places.get(field)?.index;
    const text = index === undefined ? '' : (this.#row.cells[index]?.trim() ?? '');
    return text === 'NA' ? '' : text;
  }

  day(field: TapeField, form: DateForm): CalendarDate | null {
    const text = this.text(field);
    const day = readDate(text, { form, dateSystem: this.#terms.dateSystem });
    return (day === null ? undefined : parseCalendarDate(day)) ?? null;
  }

  isClosed(): boolean {
    const stated = this.text('status').toLowerCase();
    const known = [...statusTerms(this.#terms.columns)];
    return known.some(([name, status]) => status === 'closed' && name.toLowerCase() === stated);
  }

  /** Describes the loan for the user: its id, principal and day. */
  shown(): string {
    const fields = ['externalId', 'principal', 'disbursedOn'] as const;
    return fields
      .map((field) => this.text(field))
      .filter((text) => text !== '')
      .join(', ');
  }
}
