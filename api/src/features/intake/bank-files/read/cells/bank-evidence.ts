import type { ColumnFormat } from '@bursar/contracts/intake/tape-reading';
import { noDates, noteDate } from '../../../../../platform/table-files/date-format.ts';
import { yieldingToEventLoop } from '../../../imports/yield-to-event-loop.ts';
import { noEvidence, noteNumber } from '../../../../../platform/table-files/number-format.ts';
import { dateFormat, numberFormat } from '../../../imports/read/column-formats.ts';
import { withoutSide } from '../columns/amount-sides.ts';
import { amountHeads, type AmountFormat } from './bank-amounts.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import type { BankDateFormat } from './bank-days.ts';
import type { YearFound } from './days-without-year.ts';

type Formats = { readonly dates: BankDateFormat; readonly amounts: AmountFormat };

const yearFormat = ({ isShown }: YearFound): ColumnFormat => ({
  kind: 'dates',
  as: null,
  calendar: null,
  basis: isShown ? 'year-above' : 'year-answered',
  proofs: 0,
});

/** Describes how the dates and amounts of each column are read, and why, by position from 0. */
export async function formatsOf(
  rows: readonly Row[],
  table: BankTable,
  { dates, amounts }: Formats,
): Promise<ReadonlyMap<number, ColumnFormat>> {
  const formats = new Map<number, ColumnFormat>();
  for (const head of ['bookedOn', 'valueOn'] as const) {
    for await (const place of yieldingToEventLoop(table.placesOf(head))) {
      const evidence = noDates();
      for (const row of rows) noteDate(evidence, table.textAt(row, place, head), row.number);
      if (evidence.dates > 0) formats.set(place, dateFormat(evidence, dates));
      else if (dates.withoutYear) formats.set(place, yearFormat(dates.withoutYear));
    }
  }
  for (const head of [...amountHeads, 'balance', 'fee'] as const) {
    for await (const place of yieldingToEventLoop(table.placesOf(head))) {
      const evidence = noEvidence();
      for (const row of rows) {
        if (row.numbers?.[place] !== undefined) continue;
        noteNumber(evidence, withoutSide(table.textAt(row, place, head)).text);
      }
      const { mark, balanceMark = mark } = amounts;
      formats.set(place, numberFormat(evidence, head === 'balance' ? balanceMark : mark));
    }
  }
  return formats;
}
