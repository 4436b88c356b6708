import type { FileAnswers, FileQuestion } from '@bursar/contracts/intake/file-questions';
import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import {
  PRICE_ROWS_MAX,
  type PriceColumn,
  type PreviewPrices,
} from '@bursar/contracts/reporting/price-files';
import {
  neededPriceFields,
  type ChosenPriceColumns,
  type PriceField,
} from '@bursar/contracts/reporting/price-files.values';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { openTable, type OpenedFile } from '../../../platform/table-files/archives.ts';
import {
  calendarVerdict,
  dateOrders,
  noDates,
  noteDate,
  noteStoredDay,
  orderVerdict,
  readDateAs,
  type DateEvidence,
  type DateFormat,
  type DateOrder,
} from '../../../platform/table-files/date-format.ts';
import {
  storable,
  UnreadableTape,
  type NewFinding,
} from '../../../platform/table-files/findings.ts';
import {
  formatVerdict,
  noEvidence,
  noteNumber,
  readNumberAs,
  type DecimalMark,
  type NumberEvidence,
} from '../../../platform/table-files/number-format.ts';
import { dayOfSerial, type DateSystem } from '../../../platform/table-files/serial-days.ts';
import { lastFilled } from '../../../platform/table-files/table-preview.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import type { TapeRow } from '../../../platform/table-files/tape-rows.ts';
import { fingerprintOf } from '../../intake/bank-files/read/columns/open-header.ts';
import { askEncoding } from '../../intake/imports/read/ask-encoding.ts';
import { dateFormat, numberFormat } from '../../intake/imports/read/column-formats.ts';
import { FileQuestions } from '../../intake/imports/read/file-questions.ts';
import { isComment } from '../../intake/imports/read/template.ts';
import { mapYielding } from '../../intake/imports/yield-to-event-loop.ts';
import { readPriceRow, type WrittenPrice } from './price-cells.ts';
import { openPriceTable, type PriceTable } from './open-price-table.ts';
import { fieldsByHeading } from './price-headings.ts';
import type { PriceLayout, RememberedPrices } from './price-layouts.store.ts';

export type PriceFileTerms = {
  readonly currency: string;
  /**
   * The source of prices in rows that state none; undefined to use that of the last list with these
   * headings.
   */
  readonly source: string | undefined;
  readonly answers: FileAnswers;
  readonly table: TableChoice | undefined;
  /** Null if the columns are found by their headings. */
  readonly columns: ChosenPriceColumns | null;
  /** The settings by which the portfolio's earlier lists were read, newest first. */
  readonly remembered: readonly RememberedPrices[];
};

export type PriceFile = {
  readonly questions: FileQuestion[];
  readonly unreadable: NewFinding | null;
  readonly table: TableFound | null;
  readonly columns: readonly PriceColumn[];
  readonly missing: readonly PriceField[];
  readonly recalledFrom: RememberedPrices | null;
  /**
   * The settings by which the table was read, for the next list with these headings; null if no
   * table was read.
   */
  readonly layout: PriceLayout | null;
  /**
   * Empty while a question has no answer or a required column is missing, and if no table was read.
   */
  readonly rows: readonly WrittenPrice[];
};

type Read = Outcome<PriceFile, Extract<FailureOf<PreviewPrices>, 'too_many_prices'>>;

const nothing = {
  table: null,
  columns: [],
  missing: [],
  recalledFrom: null,
  layout: null,
  rows: [],
};

/** Reads a table of prices from any kind of file. */
export async function readPriceFile(file: TapeBytes, terms: PriceFileTerms): Promise<Read> {
  const questions = new FileQuestions(terms.answers);
  let opened: OpenedFile | null = null;
  try {
    opened = await openTable(file);
    const encoding = await askEncoding(opened, questions);
    if (questions.open.length > 0) {
      return succeed({ ...nothing, unreadable: null, questions: questions.open });
    }
    const { table: choice = {}, remembered } = terms;
    const table = await openPriceTable(opened, { encoding, choice, remembered });
    return await readTable(table, terms, questions);
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    return succeed({ ...nothing, unreadable: error.finding, questions: [] });
  } finally {
    await opened?.close();
  }
}

async function readTable(
  { table: { source, found, isLettered }, last }: PriceTable,
  terms: PriceFileTerms,
  questions: FileQuestions,
): Promise<Read> {
  const all: TapeRow[] = [];
  for await (const row of source.rows) if (!isComment(row.cells)) all.push(row);
  const [header, ...rows] = all;
  if (rows.length > PRICE_ROWS_MAX) {
    return refuse('too_many_prices', { details: { rows: rows.length, limit: PRICE_ROWS_MAX } });
  }
  const layout = layoutOf(header, { terms, last });
  if (last) questions.recall(last.answers);
  const columns = columnsOf({ header, rows }, { chosen: layout.columns, isLettered });
  const places = new Map(
    columns.flatMap(({ field, name, position }) =>
      field ? [[field, { name, index: position - 1 }] as const] : [],
    ),
  );
  const missing = neededPriceFields.filter((field) => !places.has(field));
  const recalledFrom = terms.columns === null ? last : null;
  const about = { unreadable: null, table: found, missing, recalledFrom, layout };
  // Until all required columns are known, no other question can be asked.
  if (missing.length > 0) return succeed({ ...about, columns, questions: [], rows: [] });
  const numbers = numbersIn(rows, places.get('price')?.index);
  const dates = datesIn(rows, places.get('time')?.index, source.dateSystem);
  const mark = markOf(numbers, places.get('price')?.name ?? '', questions);
  const format = formatOf(dates, places.get('time')?.name ?? '', questions);
  const described = columns.map((column) => ({
    ...column,
    format:
      column.field === 'price'
        ? numberFormat(numbers, mark)
        : column.field === 'time' && dates.dates > 0
          ? dateFormat(dates, format)
          : null,
  }));
  const read = { places, mark, dates: format, dateSystem: source.dateSystem };
  const rowTerms = { ...read, currency: terms.currency, source: layout.source };
  const isOpen = questions.open.length > 0;
  return succeed({
    ...about,
    columns: described,
    questions: questions.open,
    rows: isOpen ? [] : await mapYielding(rows, (row) => readPriceRow(row, rowTerms)),
  });
}

type Decided = { readonly terms: PriceFileTerms; readonly last: RememberedPrices | null };

/**
 * Returns the user's choices for this list, completed with those for the last list with these
 * headings.
 */
function layoutOf(header: TapeRow | undefined, { terms, last }: Decided): PriceLayout {
  // The layout is stored for the next list, which may have another encoding.
  const { encoding: _encoding, ...answers } = terms.answers;
  return {
    fingerprint: fingerprintOf(header?.cells ?? []),
    columns: terms.columns ?? last?.columns ?? null,
    answers: { ...last?.answers, ...answers },
    table: terms.table ?? last?.table ?? null,
    source: terms.source ?? last?.source ?? '',
  };
}

const VALUES_SHOWN = 3;
const VALUE_CHARACTERS = 60;

type Table = { readonly header: TapeRow | undefined; readonly rows: readonly TapeRow[] };
type Columns = { readonly chosen: ChosenPriceColumns | null; readonly isLettered: boolean };

function columnsOf({ header, rows }: Table, { chosen, isLettered }: Columns): PriceColumn[] {
  const cells = header?.cells ?? [];
  const width = rows.reduce(
    (most, row) => Math.max(most, lastFilled(row.cells)),
    lastFilled(cells),
  );
  const names = Array.from({ length: width }, (_, at) => storable(cells[at] ?? '').trim());
  const byHeading = isLettered ? names.map(() => null) : fieldsByHeading(names);
  return names.map((name, at) => ({
    position: at + 1,
    name,
    values: firstValues(rows, at),
    field: chosen ? (chosen[String(at + 1)] ?? null) : (byHeading[at] ?? null),
    format: null,
  }));
}

function firstValues(rows: readonly TapeRow[], at: number): string[] {
  const values = new Set<string>();
  for (const { cells } of rows) {
    const value = storable(cells[at] ?? '').trim();
    if (value !== '') values.add(value.slice(0, VALUE_CHARACTERS));
    if (values.size === VALUES_SHOWN) break;
  }
  return [...values];
}

function numbersIn(rows: readonly TapeRow[], index = -1): NumberEvidence {
  const evidence = noEvidence();
  for (const { cells, numbers } of rows) {
    if (numbers?.[index] === undefined) noteNumber(evidence, cells[index]?.trim() ?? '');
  }
  return evidence;
}

function datesIn(rows: readonly TapeRow[], index = -1, dateSystem: DateSystem | null) {
  const evidence = noDates();
  for (const { cells, numbers, number } of rows) {
    const text = cells[index]?.trim() ?? '';
    const display = numbers?.[index];
    if (display === undefined) noteDate(evidence, text, number);
    else if (display.kind === 'date' && dateSystem !== null) {
      const day = dayOfSerial(Number(text), dateSystem);
      if (day !== null) noteStoredDay(evidence, day, number);
    }
  }
  return evidence;
}

/**
 * Returns the decimal mark; null if none is needed, its question has no answer, or the column
 * contradicts itself. In that last case only unambiguous cells are read.
 */
function markOf(
  evidence: NumberEvidence,
  column: string,
  questions: FileQuestions,
): DecimalMark | null {
  const verdict = formatVerdict(evidence);
  if (verdict.kind === 'proved') return verdict.decimalMark;
  if (verdict.kind !== 'unproven') return null;
  return questions.ask({
    key: 'decimal-mark',
    kind: 'decimal-mark',
    column,
    values: verdict.ambiguous.samples,
    choices: fileQuestionChoices['decimal-mark'],
    readings: (mark, values) => values.map((value) => readNumberAs(value, mark)?.decimal ?? '–'),
  });
}

function formatOf(evidence: DateEvidence, column: string, questions: FileQuestions): DateFormat {
  const calendar = calendarOf(evidence, column, questions);
  const verdict = orderVerdict(evidence);
  if (verdict.kind !== 'unproven' && verdict.kind !== 'contradicted') {
    return { order: 'order' in verdict ? verdict.order : null, calendar };
  }
  const order = questions.ask({
    key: 'day-order',
    kind: 'day-order',
    column,
    values: verdict.cells.samples.map(({ value }) => value),
    // Dates in another order than the chosen one are refused on their rows.
    choices: verdict.kind === 'unproven' ? verdict.possible : dateOrders,
    readings: (one, values) => values.map((value) => dayIn(value, one, calendar) ?? ''),
  });
  return { order, calendar };
}

const dayIn = (value: string, order: DateOrder, calendar: DateFormat['calendar']) =>
  readDateAs(value, { order, calendar: calendar ?? 'hijri' });

function calendarOf(evidence: DateEvidence, column: string, questions: FileQuestions) {
  const verdict = calendarVerdict(evidence);
  if (verdict.kind === 'gregorian') return null;
  if (verdict.kind === 'proved') return verdict.calendar;
  return questions.ask({
    key: 'calendar',
    kind: 'calendar',
    column,
    values: verdict.cells.samples.map(({ value }) => value),
    choices: fileQuestionChoices.calendar,
  });
}
