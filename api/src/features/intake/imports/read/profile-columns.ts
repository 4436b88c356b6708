import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  dateOrders,
  noDates,
  noteDate,
  noteStoredDay,
  readWrittenAs,
  type DateEvidence,
  type DateFormat,
} from '../../../../platform/table-files/date-format.ts';
import {
  noEvidence,
  noteNumber,
  readNumberAs,
  type NumberEvidence,
} from '../../../../platform/table-files/number-format.ts';
import { OTHER_UNIT } from '../../../../platform/table-files/number-display.ts';
import { withoutSide } from './account-sides.ts';
import { endsAsCutToFifteenDigits } from './damaged-values.ts';
import { countFields, dayFields, idFields, moneyFields, percentFields } from './number-fields.ts';
import { ratePeriodIn } from './rate-period.ts';
import type { RatePeriod } from './rate-unit.ts';
import { anyFormat, EARLIEST_DAY, storedDay } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';

/** Cells of one kind: their count, and the first different ones. */
export type Tally = { count: number; readonly samples: string[] };

/** Numbers of one kind, with their smallest and largest value. */
export type Spread = Tally & { least: number; most: number };

/** Evidence from all cells of a column that no single cell shows. */
export type ColumnProfile = {
  /** Evidence from text cells; numbers that a workbook stores have no ambiguous mark. */
  readonly numbers: NumberEvidence;
  /** Numbers between zero and one, and from one up, without those that have a percent sign or format. */
  readonly belowOne: Spread;
  readonly fromOne: Spread;
  /** Rates with a percent sign or format, in percent. */
  readonly percents: Spread;
  /** Rates whose cells state their period, as in "2 % p.m.". */
  readonly ratePeriods: Readonly<Record<RatePeriod, Tally>>;
  /** Null for columns without dates. */
  readonly dates: DateEvidence | null;
  /** Dates before `distantBefore`, by the date format that gives such a date. */
  readonly distantDays: Map<string, Tally>;
  /** Whether an id starts with a zero, so that the ids of this column have leading zeros. */
  hasLeadingZeros: boolean;
  /**
   * Number of ids with more than fifteen digits, and of those that end in zeros because a
   * spreadsheet cut them.
   */
  longIds: number;
  longIdsCut: number;
};

export type ColumnProfiles = ReadonlyMap<TapeField, ColumnProfile>;

type ProfileTerms = {
  readonly columns: RecognisedColumns;
  readonly dateSystem: TapeRows['dateSystem'];
  /** Earlier days than this are implausible for a loan. */
  readonly distantBefore: string;
};

/** Collects evidence about each column, row by row. */
export function profileColumns({ columns, dateSystem, distantBefore }: ProfileTerms) {
  const profiles = new Map<TapeField, ColumnProfile>();
  const notes: ((row: TapeRow) => void)[] = [];
  for (const [field, { index }] of columns.places) {
    const note = noteOf(field, { dateSystem, distantBefore });
    if (!note) continue;
    const profile = emptyProfile(dayFields.has(field) ? noDates() : null);
    profiles.set(field, profile);
    notes.push((row) => {
      const text = row.cells[index]?.trim() ?? '';
      if (text !== '') note(profile, text, row.numbers?.[index], row.number);
    });
  }
  return {
    profiles,
    note(row: TapeRow): void {
      for (const note of notes) note(row);
    },
  };
}

type Display = NonNullable<TapeRow['numbers']>[number];
type Note = (profile: ColumnProfile, text: string, display: Display, row: number) => void;

function noteOf(
  field: TapeField,
  { dateSystem, distantBefore }: Pick<ProfileTerms, 'dateSystem' | 'distantBefore'>,
): Note | null {
  if (moneyFields.has(field)) return noteMoney;
  if (percentFields.has(field)) return notePercent;
  if (countFields.has(field)) return noteMark;
  if (idFields.has(field)) return noteId;
  if (!dayFields.has(field)) return null;
  return (profile, text, _display, row) => {
    const isDistant = (day: string | null) =>
      day !== null && day >= EARLIEST_DAY && day < distantBefore;
    const stored = storedDay(text, dateSystem);
    if (stored !== null && profile.dates) noteStoredDay(profile.dates, stored, row);
    const written = stored === null && profile.dates ? noteDate(profile.dates, text, row) : null;
    const certain = written === null ? stored : readWrittenAs(written, anyFormat);
    if (certain !== null && !isDistant(certain)) return;
    for (const format of dateFormats) {
      const day = certain ?? (written && readWrittenAs(written, format));
      if (isDistant(day)) countIn(profile.distantDays, keyOfFormat(format), text);
    }
  };
}

/** Returns the days of a column that are implausibly old in its format. */
export function distantDaysIn({ distantDays }: ColumnProfile, format: DateFormat): Tally {
  return distantDays.get(keyOfFormat(format)) ?? { count: 0, samples: [] };
}

/** Returns the evidence on dates of the columns that have them. */
export function dateEvidenceOf(profiles: ColumnProfiles): ReadonlyMap<TapeField, DateEvidence> {
  return new Map([...profiles].flatMap(([field, { dates }]) => (dates ? [[field, dates]] : [])));
}

const dateFormats: readonly DateFormat[] = [null, ...dateOrders].flatMap((order) =>
  [null, 'hijri' as const, 'persian' as const].map((calendar) => ({ order, calendar })),
);

const keyOfFormat = ({ order, calendar }: DateFormat): string => `${order} ${calendar}`;

function countIn(tallies: Map<string, Tally>, key: string, text: string): void {
  const tally = tallies.get(key) ?? { count: 0, samples: [] };
  tallies.set(key, tally);
  count(tally, text);
}

function noteMark(profile: ColumnProfile, text: string, display: Display): void {
  if (display === undefined) noteNumber(profile.numbers, text);
}

function noteMoney(profile: ColumnProfile, written: string, display: Display): void {
  const text = withoutSide(written);
  noteMark(profile, text, display);
  const first = text.charCodeAt(0);
  // Nearly all amounts start with a digit from 1 to 9, so they are at least one with either decimal
  // mark.
  if (first >= ONE && first <= NINE && !/[eE]/.test(text)) profile.fromOne.count += 1;
  else noteValue(profile, text);
}

function notePercent(profile: ColumnProfile, cell: string, display: Display): void {
  const { text, period } = ratePeriodIn(cell);
  if (period !== null) count(profile.ratePeriods[period], cell);
  noteMark(profile, text.replace(OTHER_UNIT, '').trim(), display);
  if (display?.kind === 'percent') return spread(profile.percents, text, Number(text) * 100);
  const stated = readNumberAs(text, 'point') ?? readNumberAs(text, 'comma');
  if (stated?.isPercent) spread(profile.percents, text, Number(stated.decimal));
  else noteValue(profile, text);
}

function noteValue(profile: ColumnProfile, text: string): void {
  const value = leastReading(text);
  if (value === null || value <= 0) return;
  spread(value < 1 ? profile.belowOne : profile.fromOne, text, value);
}

/** Returns the smaller of the two numbers that a text can mean; null for percentages and other text. */
function leastReading(text: string): number | null {
  const readings = (['point', 'comma'] as const).flatMap((mark) => {
    const read = readNumberAs(text, mark);
    return read === null || read.isPercent ? [] : [Math.abs(Number(read.decimal))];
  });
  return readings.length === 0 ? null : Math.min(...readings);
}

function noteId(profile: ColumnProfile, text: string, display: Display): void {
  if (!/^\d+$/.test(text) || display !== undefined) return;
  if (text.startsWith('0') && text.length > 1) profile.hasLeadingZeros = true;
  if (text.length <= SPREADSHEET_DIGITS_MAX) return;
  profile.longIds += 1;
  if (endsAsCutToFifteenDigits(text)) profile.longIdsCut += 1;
}

function emptyProfile(dates: DateEvidence | null): ColumnProfile {
  const tally = () => ({ count: 0, samples: [] });
  const spreadOut = () => ({ ...tally(), least: Infinity, most: 0 });
  return {
    numbers: noEvidence(),
    belowOne: spreadOut(),
    fromOne: spreadOut(),
    percents: spreadOut(),
    ratePeriods: { month: tally(), year: tally() },
    dates,
    distantDays: new Map(),
    hasLeadingZeros: false,
    longIds: 0,
    longIdsCut: 0,
  };
}

function spread(of: Spread, text: string, value: number): void {
  count(of, text);
  of.least = Math.min(of.least, value);
  of.most = Math.max(of.most, value);
}

export function count(tally: Tally, text: string): void {
  tally.count += 1;
  const { samples } = tally;
  if (samples.length < SAMPLES_MAX && !samples.includes(text)) samples.push(text);
}

export const SPREADSHEET_DIGITS_MAX = 15;
const SAMPLES_MAX = 5;
const ONE = 49;
const NINE = 57;
