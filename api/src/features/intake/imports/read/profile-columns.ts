import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  noEvidence,
  noteNumber,
  readNumberAs,
  type NumberEvidence,
} from '../../../../platform/table-files/number-format.ts';
import { endsAsCutToFifteenDigits } from './damaged-values.ts';
import { countFields, dayFields, idFields, moneyFields, percentFields } from './number-fields.ts';
import { EARLIEST_DAY, readDate } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';

/** Cells of one kind: how many, and the first different ones. */
export type Tally = { count: number; readonly samples: string[] };

/** Numbers of one kind, and between which values they lie. */
export type Spread = Tally & { least: number; greatest: number };

/** What all cells of a column say together that no cell says alone. */
export type ColumnProfile = {
  /** Of its texts; a number that a workbook stores has no mark to be in doubt of. */
  readonly numbers: NumberEvidence;
  /** Numbers above zero and below one, percentages by their own sign or format left out. */
  readonly belowOne: Spread;
  readonly fromOne: Spread;
  /** Days before `distantBefore`. */
  readonly distantDays: Tally;
  /** A text of digits that starts with a zero: the ids of this column have leading zeros. */
  hasLeadingZeros: boolean;
  /** Ids of more than fifteen digits, and those of them that end as a spreadsheet cuts them. */
  longIds: number;
  longIdsCut: number;
};

export type ColumnProfiles = ReadonlyMap<TapeField, ColumnProfile>;

type ProfileTerms = {
  readonly columns: RecognisedColumns;
  readonly dateSystem: TapeRows['dateSystem'];
  /** Days before this one are outside living memory. */
  readonly distantBefore: string;
};

/** Takes rows one by one and knows in the end what each column that is read looks like as a whole. */
export function profileColumns({ columns, dateSystem, distantBefore }: ProfileTerms) {
  const profiles = new Map<TapeField, ColumnProfile>();
  const notes: ((row: TapeRow) => void)[] = [];
  for (const [field, { index }] of columns.places) {
    const note = noteOf(field, { dateSystem, distantBefore });
    if (!note) continue;
    const profile = emptyProfile();
    profiles.set(field, profile);
    notes.push((row) => {
      const text = row.cells[index]?.trim() ?? '';
      if (text !== '') note(profile, text, row.numbers?.[index]);
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
type Note = (profile: ColumnProfile, text: string, display: Display) => void;

function noteOf(
  field: TapeField,
  { dateSystem, distantBefore }: Pick<ProfileTerms, 'dateSystem' | 'distantBefore'>,
): Note | null {
  if (moneyFields.has(field)) return noteMoney;
  if (percentFields.has(field)) return notePercent;
  if (countFields.has(field)) return noteMark;
  if (idFields.has(field)) return noteId;
  if (!dayFields.has(field)) return null;
  return (profile, text) => {
    const day = readDate(text, { form: 'day', dateSystem });
    if (day !== null && day >= EARLIEST_DAY && day < distantBefore)
      count(profile.distantDays, text);
  };
}

function noteMark(profile: ColumnProfile, text: string, display: Display): void {
  if (display === undefined) noteNumber(profile.numbers, text);
}

function noteMoney(profile: ColumnProfile, text: string, display: Display): void {
  noteMark(profile, text, display);
  const first = text.charCodeAt(0);
  // Nearly all amounts start so, and are one or more by either decimal mark.
  if (first >= ONE && first <= NINE && !/[eE]/.test(text)) profile.fromOne.count += 1;
  else noteValue(profile, text);
}

function notePercent(profile: ColumnProfile, text: string, display: Display): void {
  noteMark(profile, text, display);
  if (display?.kind !== 'percent') noteValue(profile, text);
}

function noteValue(profile: ColumnProfile, text: string): void {
  const value = leastReading(text);
  if (value === null || value <= 0) return;
  spread(value < 1 ? profile.belowOne : profile.fromOne, text, value);
}

/** The smaller of the two numbers that a text can be; null for none and for a percentage. */
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

function emptyProfile(): ColumnProfile {
  const tally = () => ({ count: 0, samples: [] });
  const spreadOut = () => ({ ...tally(), least: Infinity, greatest: -Infinity });
  return {
    numbers: noEvidence(),
    belowOne: spreadOut(),
    fromOne: spreadOut(),
    distantDays: tally(),
    hasLeadingZeros: false,
    longIds: 0,
    longIdsCut: 0,
  };
}

function spread(of: Spread, text: string, value: number): void {
  count(of, text);
  of.least = Math.min(of.least, value);
  of.greatest = Math.max(of.greatest, value);
}

function count(tally: Tally, text: string): void {
  tally.count += 1;
  const { samples } = tally;
  if (samples.length < SAMPLES_MAX && !samples.includes(text)) samples.push(text);
}

export const SPREADSHEET_DIGITS_MAX = 15;
const SAMPLES_MAX = 5;
const ONE = 49;
const NINE = 57;
