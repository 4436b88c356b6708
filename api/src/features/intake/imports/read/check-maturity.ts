import {
  calendarDaysBetween,
  parseCalendarDate,
  type CalendarDate,
} from '@bursar/loan-maths/calendar';
import { errorFinding, storable } from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { anyFormat, readDate } from './read-date.ts';
import type { RowCells } from './row-cells.ts';
import type { TapeContext } from './tape-context.ts';

/** Holidays, first periods and extensions move the end of a loan by less than this. */
const TOLERANCE_DAYS = 45;
const TOLERANCE_FACTOR = 1.6;

/**
 * Refuses a loan whose stated end is far from its last due day, because its instalments then do not
 * follow the frequency of the tape, which is monthly if the tape states none.
 */
export function checkMaturity(
  cells: RowCells,
  { disbursedOn, lastDueOn }: { disbursedOn: CalendarDate; lastDueOn: CalendarDate },
  { row, context }: { row: TapeRow; context: TapeContext },
): void {
  const { termColumns, format, dateSystem } = context;
  for (const { index, name, kind } of termColumns) {
    if (kind !== 'maturity') continue;
    const value = storable((row.cells[index] ?? '').trim());
    const dates = format.dates.get('disbursedOn') ?? anyFormat;
    const text = readDate(value, { form: 'day', dateSystem, format: dates });
    const endsOn = text === null ? undefined : parseCalendarDate(text);
    if (endsOn === undefined || endsOn <= disbursedOn) continue;
    const stated = calendarDaysBetween(disbursedOn, endsOn);
    const expected = calendarDaysBetween(disbursedOn, lastDueOn);
    const isFar = Math.abs(stated - expected) > TOLERANCE_DAYS;
    const factor = Math.max(stated / expected, expected / stated);
    if (!isFar || factor < TOLERANCE_FACTOR) continue;
    cells.isSound = false;
    const details = { expected: lastDueOn };
    cells.findings.push(
      errorFinding('maturity_differs', { row: row.number, column: name, value, details }),
    );
  }
}
