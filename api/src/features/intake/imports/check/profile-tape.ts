import { addMonths } from '@bursar/loan-maths/calendar';
import { currencyDecimals } from '@bursar/loan-maths/money';
import {
  errorFinding,
  storable,
  UnreadableTape,
  warningFinding,
  type Findings,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import {
  headingsInOtherCurrency,
  profileCurrencies,
  type CurrencyColumn,
} from '../read/currency-columns.ts';
import {
  contradictingHeadings,
  paidWithInterest,
  unitOfTermHeading,
} from '../read/heading-meanings.ts';
import { isHolderField, knownWords, type Words } from '../read/known-words.ts';
import { findHolders, type Holders } from '../read/tape-holders.ts';
import { columnFormat } from '../read/column-formats.ts';
import { datesOfTape, type TapeDates } from '../read/date-questions.ts';
import { hasNoBalance, profileBalances } from '../read/missing-balances.ts';
import { dateEvidenceOf, profileColumns, type Tally } from '../read/profile-columns.ts';
import { askForWords, profileWords } from '../read/profile-words.ts';
import {
  recallColumns,
  recogniseColumns,
  type RecognisedColumns,
  type RememberedColumns,
} from '../read/recognise-columns.ts';
import { isRowWithoutLoan } from '../read/rows-without-loans.ts';
import { fieldAt, noteValues } from '../read/shown-columns.ts';
import { suggestFields } from '../read/suggest-fields.ts';
import { findTermColumns, type TermColumn } from '../read/unsupported-terms.ts';
import { askOfTape, type TapeFormat } from '../read/tape-questions.ts';
import { isComment } from '../read/template.ts';
import { noteBalanceParts } from '../read/balance-parts.ts';
import { noteInstalments } from '../read/rate-evidence.ts';
import { profilePeriods } from '../read/reporting-periods.ts';
import { profileFrequencies } from '../read/unused-frequencies.ts';
import { missingFields, type TapeField } from '@bursar/contracts/intake/tape-fields';
import type { TapeReading as Understood } from '@bursar/contracts/intake/tape-reading';
import type { TapeInterval } from '../read/tape-loan.ts';
import type { TapeTerms } from './read-tape.ts';

/** The state of reading a tape. */
export type ReadingColumns = {
  readonly terms: TapeTerms;
  readonly findings: Findings;
  readonly understood: Understood;
  /** Set once the header has been read. */
  columns: RecognisedColumns | undefined;
  /** Whether the columns are named by letters, because the table has no heading. */
  isLettered: boolean;
  /** The settings of the last tape with this header. */
  last: RememberedColumns | null;
};

/** The columns, formats and words for reading rows, known after the first pass. */
export type ProfiledTape = {
  readonly columns: RecognisedColumns;
  readonly currencyColumns: readonly CurrencyColumn[];
  readonly termColumns: readonly TermColumn[];
  readonly termUnit: TapeInterval['unit'] | null;
  readonly format: TapeFormat;
  readonly words: Words;
  readonly holders: Holders;
};

/**
 * Reads all rows once to learn how the tape writes its numbers and words, which one cell cannot
 * show. Returns null if no row can be read because a column is missing or a question is open.
 */
export async function profileTape(
  source: TapeRows,
  reading: ReadingColumns,
): Promise<ProfiledTape | null> {
  const { findings } = reading;
  let profile: Profile | null = null;
  let rowsSeen = 0;
  const shown: (readonly string[])[] = [];
  const rows = readableRows(source);
  for await (const row of rows.rows) {
    if (isComment(row.cells)) continue;
    if (!reading.columns) {
      const columns = takeColumns(row, reading);
      reading.columns = columns;
      for (const finding of columns.findings) findings.add(finding);
      if (!hasNoColumns(columns)) profile = startProfile(columns, source, reading);
      continue;
    }
    if (isRowWithoutLoan(row, reading.columns)) continue;
    rowsSeen += 1;
    if (rowsSeen <= ROWS_SHOWN) noteValues(row, reading.understood.columns);
    if (profile) profile.note(row);
    // Rows cannot be read without their columns; a few are read to show sample values.
    else if (shown.push(row.cells) >= ROWS_SHOWN) break;
  }
  const { unreadable } = rows;
  if (unreadable && !profile) throw unreadable;
  if (!profile) {
    noteSuggestions(reading.understood, shown);
    return null;
  }
  const dates = datesOfProfile(profile, reading);
  const missingBalances = profile.lacksBalances()
    ? await missingBalancesOf(source, {
        ...profile,
        dates: dates.formats,
        ...daysOf(reading.terms),
      })
    : { count: 0, samples: [] };
  const profiled = askAboutProfile({ ...profile, dates, missingBalances }, reading);
  // If no question is open, the second pass reports this error.
  if (profiled === null && unreadable) findings.add(unreadable.finding);
  return profiled;
}

const daysOf = ({ cutOffOn, forAll }: TapeTerms) => ({ cutOffOn, forAll });

type Profile = ReturnType<typeof startProfile>;

function startProfile(columns: RecognisedColumns, source: TapeRows, reading: ReadingColumns) {
  const { terms, last } = reading;
  const { layout, isChosen } = columns;
  const holders = findHolders(terms.holders ?? []);
  const remembered = last?.words ?? {};
  const explained = { layout, isChosen, given: terms.words, remembered, holders };
  const words = knownWords(explained);
  const cells = profileColumns({ ...source, columns, distantBefore: distantBefore(terms) });
  const currencies = profileCurrencies(columns, terms.currency);
  const hasOwnCurrency = layout.currency !== undefined;
  let lacksBalances = false;
  const counted = profileWords(columns);
  const periods = profilePeriods(columns);
  const frequencies = profileFrequencies(columns, terms.forAll);
  const instalments = noteInstalments(columns, words);
  const parts = noteBalanceParts(columns);
  return {
    columns,
    explained,
    words,
    cells,
    currencies,
    counted,
    periods,
    frequencies,
    areForYear: instalments.areForYear,
    balanceParts: (marks: TapeFormat['marks']) => parts.verdict(marks),
    lacksBalances: () => lacksBalances,
    note(row: TapeRow): void {
      lacksBalances ||= hasNoBalance(row, columns);
      if (!hasOwnCurrency) currencies.note(row);
      counted.note(row);
      periods.note(row);
      frequencies.note(row);
      instalments.note(row);
      parts.note(row);
      cells.note(row);
    },
  };
}

function datesOfProfile({ cells }: Profile, { terms, last }: ReadingColumns): TapeDates {
  return datesOfTape(
    dateEvidenceOf(cells.profiles),
    { ...last?.answers, ...terms.answers },
    { chosen: terms.dateOrders, recalled: last?.dateOrders ?? {} },
  );
}

/** Reads the rows again, because finding loans without balances requires the date formats. */
async function missingBalancesOf(
  source: TapeRows,
  about: Omit<Parameters<typeof profileBalances>[0], 'dateSystem'>,
): Promise<Tally> {
  const balances = profileBalances({ ...about, dateSystem: source.dateSystem });
  let isBelowHeader = false;
  for await (const row of readableRows(source).rows) {
    if (isComment(row.cells)) continue;
    if (isBelowHeader) balances.note(row);
    isBelowHeader = true;
  }
  return balances.missing;
}

/**
 * Asks what the rows leave open. Returns the profile of the tape; null if a question is open or
 * there is another error.
 */
function askAboutProfile(
  profile: Profile & { readonly dates: TapeDates; readonly missingBalances: Tally },
  { terms, last, understood, findings }: ReadingColumns,
): ProfiledTape | null {
  const { columns, explained, words, cells, currencies, counted, periods, frequencies } = profile;
  const asked = {
    ...profile,
    profiles: cells.profiles,
    currencyDecimals: currencyDecimals(terms.currency) ?? 2,
    given: terms.answers,
    remembered: last?.answers ?? {},
  };
  const read = askOfTape(asked);
  const { questions, findings: open, format } = read;
  for (const column of understood.columns) {
    column.format = column.field && columnFormat(column.field, cells.profiles, read);
  }
  const aboutWords = askForWords(counted.columns, explained, words);
  understood.questions = [...questions];
  understood.words = [...aboutWords.columns];
  const isRemembered =
    profile.dates.isRecalled ||
    questions.some(({ kind, answer }) => answer && !terms.answers[kind]);
  if (last && (isRemembered || (last.words !== null && aboutWords.columns.length > 0))) {
    understood.recalledFrom = asRecalled(last);
  }
  const errors = [
    ...currencies.headings(),
    ...periods.findings(),
    ...frequencies.findings(),
    ...open,
    ...aboutWords.findings,
  ];
  for (const finding of errors) findings.add(finding);
  return errors.length === 0
    ? {
        columns,
        currencyColumns: currencies.columns(),
        termColumns: findTermColumns(columns, terms.forAll),
        termUnit:
          unitOfTermHeading(columns.places.get('instalmentCount')?.name ?? '') ??
          columns.layout.termUnit ??
          null,
        format,
        words,
        holders: explained.holders,
      }
    : null;
}

/** Yields the rows up to the first unreadable one; the error is available afterwards. */
function readableRows(source: TapeRows) {
  const found: { rows: AsyncGenerator<TapeRow>; unreadable: UnreadableTape | null } = {
    rows: readable(),
    unreadable: null,
  };
  async function* readable(): AsyncGenerator<TapeRow> {
    try {
      yield* source.rows;
    } catch (error) {
      if (!(error instanceof UnreadableTape)) throw error;
      found.unreadable = error;
    }
  }
  return found;
}

/**
 * Maximum plausible age of a date in years. Loans rarely run longer, so an earlier day is likely an
 * error.
 */
const MEMORY_YEARS = 50;

function distantBefore({ businessDate }: TapeTerms): string {
  return addMonths(businessDate, -12 * MEMORY_YEARS);
}

/**
 * Recognises the columns; uses those that a user chose for this tape or for the last tape with this
 * header.
 */
function takeColumns(header: TapeRow, reading: ReadingColumns): RecognisedColumns {
  const { terms, understood } = reading;
  const isOpen = understood.table?.isOpen ?? false;
  const last = isOpen ? null : recallColumns(header, terms.remembered);
  reading.last = last;
  const recalled = terms.columns === null && last?.columns ? last : null;
  const chosen = terms.columns ?? recalled?.columns ?? null;
  const found = recogniseColumns(header, chosen, {
    forAll: terms.forAll,
    isLettered: reading.isLettered,
  });
  const named = terms.holders === null ? withoutHolders(found) : found;
  understood.lastForAll = { ...last?.forAll };
  const contradicting = [
    ...contradictingHeadings(named),
    ...paidWithInterest(named),
    ...headingsInOtherCurrency(named, terms.currency),
    ...layoutInOtherCurrency(named, terms.currency),
  ];
  const { name: layout, signature } = named.layout;
  understood.layout = signature && layout !== 'borrowers' ? layout : null;
  const all = [...named.findings, ...contradicting];
  const columns = { ...named, findings: isOpen ? [headingNotFound(understood)] : all };
  if (recalled) understood.recalledFrom = asRecalled(recalled);
  const needed = columns.layout.columns.filter(({ isRequired }) => isRequired);
  understood.required = needed.map(({ field }) => field);
  understood.columns = columns.names.map((name, index) => ({
    name: storable(name),
    values: [],
    field: fieldAt(columns.places, index),
    recognisedAs: fieldAt(columns.placesByName, index),
  }));
  return columns;
}

function headingNotFound({ table }: Understood) {
  return errorFinding('heading_not_found', { row: table?.row ?? null });
}

/**
 * Removes the columns that name a team or an agent, with a warning for each. Called if the user may
 * not assign loans.
 */
function withoutHolders(columns: RecognisedColumns): RecognisedColumns {
  const isLeft = ([field]: readonly [TapeField, unknown]) => !isHolderField(field);
  const unused = [...columns.places].filter((place) => !isLeft(place));
  const findings = unused.map(([, { name: column }]) =>
    warningFinding('assigning_not_allowed', { column }),
  );
  return {
    ...columns,
    places: new Map([...columns.places].filter(isLeft)),
    findings: [...columns.findings, ...findings],
  };
}

/** Returns an error if the layout has all its amounts in a currency other than the portfolio's. */
function layoutInOtherCurrency({ layout }: RecognisedColumns, currency: string) {
  const { currency: stated } = layout;
  if (stated === undefined || stated === currency) return [];
  const details = { currency, stated };
  return [errorFinding('currency_differs', { value: layout.name, details })];
}

function asRecalled({ importId, fileName, bookedAt }: RememberedColumns) {
  return { importId, fileName, bookedAt };
}

function hasNoColumns({ findings }: RecognisedColumns): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

const ROWS_SHOWN = 50;

/** Suggests fields for the unknown columns if a required field has no column. */
function noteSuggestions(understood: Understood, rows: readonly (readonly string[])[]): void {
  if (missingFields(understood.required, understood.columns).length === 0) return;
  for (const [place, field] of suggestFields(understood.columns, rows)) {
    const column = understood.columns[place];
    if (column) column.suggested = field;
  }
}
