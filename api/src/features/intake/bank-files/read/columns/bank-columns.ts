import type { NumberDisplay } from '../../../../../platform/table-files/number-display.ts';
import type { DateSystem } from '../../../../../platform/table-files/serial-days.ts';
import { shownDay, shownNumber } from '../../../../../platform/table-files/shown-cells.ts';
import { yieldToEventLoop } from '../../../imports/yield-to-event-loop.ts';
import { hintPlaces, isHead, type Head, type Hint, type Places } from './bank-headings.ts';
import type { OtherText } from '../bank-line.ts';
import { columnsByValues } from './columns-by-values.ts';
import type { FoundHeader, Row } from './find-bank-header.ts';
import type { KnownBank } from './known-banks.ts';
import { withMissingCells } from './missing-cells.ts';
import { mayHoldNumber } from './value-shapes.ts';

export type { Row } from './find-bank-header.ts';

/** The table of an export: the rows above it, its columns and its rows. */
export type BankTable = {
  readonly above: readonly Row[];
  readonly rows: readonly Row[];
  /**
   * The number of columns up to the last one that has a heading or a meaning; all without headings.
   */
  readonly width: number;
  readonly names: readonly string[];
  /** Null if the layout is not one of a known bank. */
  readonly bank: KnownBank | null;
  readonly has: (head: Head) => boolean;
  /**
   * The heading of a field's first column, or `#` and the column's number if the heading is empty.
   * Empty if the field has no column.
   */
  readonly nameOf: (head: Head | Hint) => string;
  readonly cell: (row: Row, head: Head) => string;
  /** The texts of a row that may have a loan number, from all columns except those of `read`. */
  readonly otherTextsOf: (row: Row) => readonly OtherText[];
  /** The cells of a row in columns that may contain hints. */
  readonly hintsOf: (row: Row, hint: Hint) => readonly string[];
  /** How a workbook displays a numeric cell; undefined for text. */
  readonly displayOf: (row: Row, head: Head) => NumberDisplay | undefined;
  /** The positions of a field's columns, counted from 0. */
  readonly placesOf: (head: Head) => readonly number[];
  readonly textAt: (row: Row, place: number, head: Head) => string;
};

export function widthOf({ names, below }: FoundHeader): number {
  const headed = names.findLastIndex((name) => name.trim() !== '') + 1;
  return headed === 0 ? Math.max(0, ...below.map(({ cells }) => cells.length)) : headed;
}

type Meant = { readonly head: Places<Head>; readonly bank: KnownBank | null };

export async function tableOf(
  header: FoundHeader,
  { head: named, bank }: Meant,
): Promise<BankTable> {
  const { above, names, below, dateSystem } = header;
  const lines = below.filter((row) => !isHeaderAgain(row, names));
  const whole = await withMissingCells(lines, { names, head: named });
  const rows = withContinuations(whole, named);
  await yieldToEventLoop();
  const meant = { names, head: named, hint: hintPlaces(names) };
  const { head, hint } = await withColumnsByValues(rows, meant);
  await yieldToEventLoop();
  const text = (row: Row, place: number, name: Head | Hint) =>
    isMoney(name)
      ? (row.cells[place]?.trim() ?? '')
      : textAt(row, place, { dateSystem, isDay: name === 'bookedOn' || name === 'valueOn' });
  const cell = (row: Row, name: Head) =>
    (head.get(name) ?? [])
      .map((place) => text(row, place, name))
      .filter((one) => one !== '')
      .join(' · ');
  const known = new Set(read.flatMap((name) => head.get(name) ?? []));
  const meantPlaces = [...head.values(), ...hint.values()].flat();
  return {
    above,
    rows: rows.filter((row) => essential.some((name) => cell(row, name) !== '')),
    width: Math.max(widthOf(header), ...meantPlaces.map((place) => place + 1)),
    names,
    bank,
    has: (name) => head.has(name),
    nameOf: (name) => {
      const [place] = isHead(name) ? (head.get(name) ?? []) : (hint.get(name) ?? []);
      if (place === undefined) return '';
      return names[place]?.trim() || `#${place + 1}`;
    },
    cell,
    otherTextsOf: (row) =>
      row.cells.flatMap((content, place) => {
        // A number or a day of a workbook is no text.
        const isText = !known.has(place) && row.numbers?.[place] === undefined;
        const column = names[place]?.trim() || `#${place + 1}`;
        return isText && mayHoldNumber(content) ? [{ column, text: content.trim() }] : [];
      }),
    hintsOf: (row, name) => (hint.get(name) ?? []).map((place) => text(row, place, name)),
    displayOf: (row, name) => row.numbers?.[head.get(name)?.[0] ?? -1],
    placesOf: (name) => head.get(name) ?? [],
    textAt: text,
  };
}

/**
 * Fields that are not searched as other texts: they contain no loan number, or the search reads
 * them separately.
 */
const read = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'payerAccount',
  'remittance',
  'ownAccount',
  'balance',
  'fee',
] as const satisfies readonly Head[];

/** True if a row repeats the headings, as each page of a print does. */
const isHeaderAgain = ({ cells }: Row, names: readonly string[]): boolean =>
  names.some((name) => name.trim() !== '') &&
  names.every((name, place) => name.trim() === (cells[place]?.trim() ?? ''));

/** Appends a text that continues in the next row to the text of its line. */
function withContinuations(rows: readonly Row[], head: Places<Head>): readonly Row[] {
  const [place] = head.get('remittance') ?? [];
  if (place === undefined) return rows;
  const joined: Row[] = [];
  for (const row of rows) {
    const before = joined.at(-1);
    const more = row.cells[place]?.trim() ?? '';
    const isOnlyText =
      more !== '' && row.cells.every((cell, at) => at === place || cell.trim() === '');
    if (before && isOnlyText) {
      const cells = before.cells.map((cell, at) =>
        at === place ? `${cell} ${more}`.trim() : cell,
      );
      joined[joined.length - 1] = { ...before, cells };
    } else {
      joined.push(row);
    }
  }
  return joined;
}

type Shown = { readonly dateSystem: DateSystem | null; readonly isDay: boolean };

/** Reads the text of a cell as a workbook shows it. */
export function textAt(row: Row, place: number, { dateSystem, isDay }: Shown): string {
  const text = row.cells[place]?.trim() ?? '';
  const display = row.numbers?.[place];
  if (display === undefined || dateSystem === null) return text;
  return (isDay ? shownDay : shownNumber)(text, { display, dateSystem });
}

/** True for columns whose cells are read as a workbook stores them, not as it displays them. */
const isMoney = (name: Head | Hint): boolean =>
  name === 'amount' ||
  name === 'credit' ||
  name === 'debit' ||
  name === 'balance' ||
  name === 'fee';

type Found = {
  readonly names: readonly string[];
  readonly head: Places<Head>;
  readonly hint: Places<Hint>;
};

/** Adds the columns without a known heading whose cells show their meaning. */
async function withColumnsByValues(rows: readonly Row[], { names, head, hint }: Found) {
  const taken = new Set([...head.values(), ...hint.values()].flat());
  const ofBalance = (head.get('balance') ?? []).map((place) => place + 1);
  const others = names
    .map((_, place) => place)
    .filter((place) => !taken.has(place) && !(head.has('direction') && ofBalance.includes(place)));
  const found = await columnsByValues(rows, others);
  const withPlaces = (name: Hint, places: readonly number[]) =>
    [name, [...(hint.get(name) ?? []), ...places]] as const;
  const hintsFound = new Map<Hint, readonly number[]>([
    ...hint,
    withPlaces('side', found.side),
    withPlaces('status', found.status),
  ]);
  const headsFound = new Map(head);
  if (!head.has('currency') && found.currency.length > 0)
    headsFound.set('currency', found.currency);
  // Some banks continue the text in columns without a heading.
  const texts = found.text.filter((place) => names[place]?.trim() === '' && names.some(isName));
  const text = head.get('remittance');
  if (text && texts.length > 0) headsFound.set('remittance', [...text, ...texts]);
  return { head: headsFound, hint: hintsFound };
}

const isName = (name: string): boolean => name.trim() !== '';

export const essential = ['bookedOn', 'valueOn', 'amount', 'credit', 'debit'] as const;
