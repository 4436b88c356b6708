import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import type { CurrencyColumn } from './currency-columns.ts';
import type { Words } from './known-words.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { Holders } from './tape-holders.ts';
import type { TapeInterval } from './tape-loan.ts';
import type { TapeFormat } from './tape-questions.ts';
import type { TermColumn } from './unsupported-terms.ts';

/** How the rows of a file are read. */
export type TapeContext = Pick<TapeRows, 'dateSystem'> & {
  readonly columns: RecognisedColumns;
  /** Columns that state the currency of their rows. */
  readonly currencyColumns: readonly CurrencyColumn[];
  /** Columns that say how loans bear interest and are repaid. */
  readonly termColumns: readonly TermColumn[];
  /** The unit of the terms by their heading, as in "Term (months)", or by the layout. */
  readonly termUnit: TapeInterval['unit'] | null;
  readonly format: TapeFormat;
  readonly words: Words;
  /** The teams and agents that a tape can name. */
  readonly holders: Holders;
  /** Values for all rows, for fields without a column. */
  readonly forAll: WholeFileValues;
  readonly currency: string;
  readonly currencyDecimals: number;
  /** The portfolio's business date; no event on a tape is later. */
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
};
