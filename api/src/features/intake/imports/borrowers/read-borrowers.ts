import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CheckedBorrowers } from '@bursar/contracts/intake/borrower-imports';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import { wordFields, type TapeWords } from '@bursar/contracts/intake/tape-words.values';
import type { FileAnswers, FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import type { TapeQuestion } from '@bursar/contracts/intake/tape-reading';
import { tapeAnswers, type TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { BORROWER_ROWS_MAX } from '@bursar/contracts/intake/tape-limits';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals } from '@bursar/loan-maths/money';
import {
  beyond,
  collectFindings,
  errorFinding,
  storable,
  UnreadableTape,
  warningFinding,
  type Findings,
} from '../../../../platform/table-files/findings.ts';
import { openTable, type OpenedFile } from '../../../../platform/table-files/archives.ts';
import { askEncoding } from '../read/ask-encoding.ts';
import { datesOfTape } from '../read/date-questions.ts';
import { FileQuestions } from '../read/file-questions.ts';
import type { TableOfTape } from '../read/find-table.ts';
import { knownWords, type Words } from '../read/known-words.ts';
import { askForWords, profileWords } from '../read/profile-words.ts';
import { fieldAt, noteValues } from '../read/shown-columns.ts';
import type { BorrowerReadAs } from './borrower-imports.store.ts';
import { lengthFinding, readBorrower } from '../read/read-loan.ts';
import { findHolders } from '../read/tape-holders.ts';
import {
  recallColumns,
  recogniseColumns,
  type RecognisedColumns,
  type RememberedColumns,
} from '../read/recognise-columns.ts';
import { noteRows } from '../check/noted-rows.ts';
import { profileColumns } from '../read/profile-columns.ts';
import { RowCells } from '../read/row-cells.ts';
import type { TapeContext } from '../read/tape-context.ts';
import { askOfTape, type TapeFormat } from '../read/tape-questions.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import { borrowerLayout } from '../read/tape-layouts.ts';
import { findTapeTable, openTapeSheet } from '../read/tape-table.ts';
import type { TapeBorrower } from '../read/tape-loan.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { isComment } from '../read/template.ts';

export type BorrowerTerms = {
  readonly currency: string;
  readonly businessDate: string;
  readonly answers: FileAnswers;
  /** The sheet and heading row that a user chose. */
  readonly table?: TableChoice | undefined;
  /** Null if no user chose the columns of this file. */
  readonly columns: ChosenColumns | null;
  readonly words: TapeWords;
  /** How the portfolio's earlier files were read, newest first. */
  readonly remembered: readonly RememberedColumns[];
};

/** How the file was read, for a user to check and change. */
type Understood = Pick<CheckedBorrowers, 'columns' | 'required' | 'words' | 'recalledFrom'>;

export type FileBorrower = TapeBorrower & {
  readonly row: number;
  readonly externalId: string;
  readonly name: string;
};

export type BorrowerFile = {
  /** Open questions of the file. Until they are answered, `borrowers` is empty. */
  readonly questions: FileQuestion[];
  readonly table: TableFound | null;
  readonly borrowers: readonly FileBorrower[];
  readonly rows: number;
  readonly findings: Findings;
  readonly understood: Understood;
  readonly readAs: BorrowerReadAs;
  readonly columnOf: (field: TapeField) => string | null;
};

/** Reads a whole file of borrowers, like a tape: errors in the file are collected, not thrown. */
export async function readBorrowers(file: TapeBytes, terms: BorrowerTerms): Promise<BorrowerFile> {
  const reading: Reading = {
    terms,
    findings: collectFindings(),
    borrowers: [],
    rows: 0,
    table: null,
    columns: null,
    readAs: {},
    understood: { columns: [], required: [], words: [], recalledFrom: null },
  };
  const questions = new FileQuestions(terms.answers);
  let opened: OpenedFile | null = null;
  try {
    opened = await openTable(file);
    const encoding = await askEncoding(opened, questions);
    if (questions.open.length === 0) await readSheet(opened, encoding, { reading, questions });
    const isReadable = reading.findings.counts.error === 0 && questions.open.length === 0;
    if (isReadable && reading.rows === 0)
      reading.findings.add(errorFinding('file_has_no_borrowers'));
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    reading.findings.add(error.finding);
  } finally {
    await opened?.close();
  }
  const { borrowers, rows, findings, columns, table, understood, readAs } = reading;
  return {
    questions: questions.open,
    table,
    borrowers,
    rows,
    findings,
    understood,
    readAs,
    columnOf: (field) => columns?.places.get(field)?.name ?? null,
  };
}

type Reading = {
  readonly terms: BorrowerTerms;
  readonly findings: Findings;
  readonly borrowers: FileBorrower[];
  rows: number;
  table: TableFound | null;
  columns: RecognisedColumns | null;
  understood: Understood;
  readAs: BorrowerReadAs;
};

/** Opens the chosen sheet, finds its table by the headings of borrower files, and reads it. */
async function readSheet(
  file: TapeBytes,
  encoding: TextEncoding | null,
  { reading, questions }: { reading: Reading; questions: FileQuestions },
): Promise<void> {
  const { findings, terms } = reading;
  const where = {
    table: terms.table ?? {},
    remembered: terms.remembered,
    isHeading: isBorrowerHeading,
  };
  const source = await openTapeSheet(file, { encoding, ...where });
  const table = await findTapeTable(source, where);
  const { found, rowsAbove } = table;
  reading.table = found;
  if (rowsAbove > 0) {
    const details = { rows: rowsAbove };
    findings.add(warningFinding('rows_above_header', { row: found.row, details }));
  }
  if (found.isOpen) findings.add(errorFinding('heading_not_found', { row: found.row }));
  else await readRows(table, reading, questions);
}

/** True if a row has at least two known headings; a single one can be chance. */
const isBorrowerHeading = (row: TapeRow): boolean =>
  recogniseColumns(row, null, { layouts: [borrowerLayout] }).places.size > 1;

async function readRows(
  { source, isLettered }: TableOfTape,
  reading: Reading,
  questions: FileQuestions,
): Promise<void> {
  const turn = takeTurns();
  const rows: TapeRow[] = [];
  let header: Header | null = null;
  for await (const row of source.rows) {
    await turn();
    if (isComment(row.cells)) continue;
    if (header === null) {
      header = readHeader(row, { source, isLettered }, reading);
      continue;
    }
    if (rows.length < ROWS_SHOWN) noteValues(row, reading.understood.columns);
    rows.push(row);
    if (rows.length > BORROWER_ROWS_MAX) throw beyond('too_many_rows', BORROWER_ROWS_MAX);
    // Until the columns are known, only a few rows are read, to show their values.
    if (header.isOpen && rows.length >= ROWS_SHOWN) break;
    header.profile.note(row);
    header.counted.note(row);
  }
  if (header === null || header.isOpen) return;
  const { columns, profile, last } = header;
  const { terms } = reading;
  const decimalMark = questions.answerTo('decimal-mark', tapeAnswers.decimalMark);
  const asked = askOfTape({
    profiles: profile.profiles,
    columns,
    // A list of borrowers has no dates of events.
    dates: datesOfTape(new Map(), {}, { chosen: {}, recalled: {} }),
    currencyDecimals: currencyDecimals(terms.currency) ?? 2,
    // A list of borrowers has no balances.
    missingBalances: { count: 0, samples: [] },
    areForYear: () => false,
    balanceParts: () => ({ inDoubt: { count: 0, samples: [] }, findings: [] }),
    given: decimalMark === null ? {} : { decimalMark: decimalMark },
    remembered: last?.answers ?? {},
  });
  for (const question of asked.questions) askForMark(question, questions);
  if (questions.open.length > 0) return;
  const words = readWords(header, reading);
  if (words === null) return;
  reading.readAs = readAsOf(header, reading, asked.questions);
  const context = contextOf(source, { terms, columns, words }, asked.format);
  const noted = noteRows(columns);
  for (const row of rows) {
    await turn();
    noted.note(row);
    takeRow(row, context, reading);
    reading.rows += 1;
  }
  noted.addTo(reading.findings);
}

type TableRead = Pick<TableOfTape, 'source' | 'isLettered'>;
type Header = ReturnType<typeof readHeader>;

/**
 * Reads the header: uses the columns that a user chose, for this file or for the last one with this
 * header, and recognises the others.
 */
function readHeader(row: TapeRow, { source, isLettered }: TableRead, reading: Reading) {
  const { terms, findings, understood } = reading;
  const last = recallColumns(row, terms.remembered);
  const chosen = terms.columns ?? last?.columns ?? null;
  const columns = recogniseColumns(row, chosen, { layouts: [borrowerLayout], isLettered });
  reading.columns = columns;
  for (const finding of columns.findings) findings.add(finding);
  understood.columns = columns.names.map((name, index) => ({
    name: storable(name),
    values: [],
    field: fieldAt(columns.places, index),
    recognisedAs: fieldAt(columns.placesByName, index),
  }));
  understood.required = borrowerLayout.columns
    .filter(({ isRequired }) => isRequired)
    .map(({ field }) => field);
  const isRecalled = last !== null && (terms.columns === null || last.words !== null);
  if (isRecalled) {
    const { importId, fileName, bookedAt } = last;
    understood.recalledFrom = { importId, fileName, bookedAt };
  }
  return {
    columns,
    last,
    chosen,
    // Rows cannot be read without their columns.
    isOpen: columns.findings.some(({ severity }) => severity === 'error'),
    // Borrowers have no dates of events, so no day is too distant.
    profile: profileColumns({ columns, dateSystem: source.dateSystem, distantBefore: '' }),
    counted: profileWords(columns),
  };
}

/** Returns the known meanings of the words; null if the meaning of a word is open. */
function readWords({ columns, counted, last }: Header, reading: Reading): Words | null {
  const { terms, findings, understood } = reading;
  const { layout, isChosen } = columns;
  const remembered = last?.words ?? {};
  const explained = { layout, isChosen, given: terms.words, remembered };
  const words = knownWords(explained);
  const asked = askForWords(counted.columns, explained, words);
  understood.words = [...asked.columns];
  for (const finding of asked.findings) findings.add(finding);
  return asked.findings.length > 0 ? null : words;
}

/** Collects what a user decided, so that the next file with this header needs no decision. */
function readAsOf(
  { chosen, last }: Header,
  { terms }: Reading,
  questions: readonly TapeQuestion[],
): BorrowerReadAs {
  const words = joinedWords(last?.words ?? {}, terms.words);
  const table = terms.table ?? last?.table;
  const answered = questions.flatMap(({ kind, answer }) => (answer ? [[kind, answer]] : []));
  return {
    ...(table && { table }),
    ...(chosen && { columns: chosen }),
    ...(Object.keys(words).length > 0 && { words }),
    ...(answered.length > 0 && { answers: Object.fromEntries(answered) }),
  };
}

function joinedWords(former: TapeWords, given: TapeWords): TapeWords {
  const fields = wordFields.filter((field) => former[field] ?? given[field]);
  return Object.fromEntries(fields.map((field) => [field, { ...former[field], ...given[field] }]));
}

const ROWS_SHOWN = 50;

function takeTurns(): () => Promise<void> {
  let sliceStartedAt = performance.now();
  return async () => {
    if (performance.now() - sliceStartedAt <= SLICE_MS) return;
    await yieldToEventLoop();
    sliceStartedAt = performance.now();
  };
}

/** Rows are read for this long before other requests get a turn. */
const SLICE_MS = 5;

/**
 * Asks for the decimal mark if it is open. Borrower files have amounts, but no rates or dates that
 * could be ambiguous.
 */
function askForMark(
  { kind, columns, cells, answer }: TapeQuestion,
  questions: FileQuestions,
): void {
  if (kind !== 'decimalMark' || answer !== null) return;
  questions.ask({
    key: 'decimal-mark',
    kind: 'decimal-mark',
    column: columns.join(', '),
    values: cells.map(({ value }) => value),
    choices: tapeAnswers.decimalMark,
    readings: (mark) =>
      cells.map(({ readings }) => readings.find((one) => one.answer === mark)?.value ?? '–'),
  });
}

type Known = {
  readonly terms: BorrowerTerms;
  readonly columns: RecognisedColumns;
  readonly words: Words;
};

function contextOf(
  { dateSystem }: TapeRows,
  { terms, columns, words }: Known,
  format: TapeFormat,
): TapeContext {
  const businessDate = calendarDate(terms.businessDate);
  const { currency } = terms;
  const decimals = currencyDecimals(currency) ?? 2;
  const days = { businessDate, cutOffOn: businessDate };
  return {
    columns,
    currencyColumns: [],
    termColumns: [],
    termUnit: null,
    dateSystem,
    format,
    forAll: {},
    words,
    holders: findHolders([]),
    currency,
    currencyDecimals: decimals,
    ...days,
  };
}

function takeRow(row: TapeRow, context: TapeContext, { findings, borrowers }: Reading): void {
  const misfit = lengthFinding(row, context);
  if (misfit) {
    findings.add(misfit);
    return;
  }
  const cells = new RowCells(row, context);
  const borrower = readBorrower(cells, '');
  // An empty cell of a full name is refused when it is read; half of a name may be empty.
  if (borrower.name === null && !cells.has('borrowerName') && cells.isSound) {
    cells.refuse('value_missing', cells.has('familyName') ? 'familyName' : 'givenName', {});
  }
  for (const finding of cells.findings) findings.add(finding);
  const { externalId, name } = borrower;
  if (!cells.isSound || !externalId || name === null) return;
  borrowers.push({ ...borrower, externalId, name, row: row.number });
}
