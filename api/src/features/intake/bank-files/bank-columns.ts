import type { BankColumn, ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import {
  bankFields,
  type BankField,
  type BankTableFormat,
} from '@bursar/contracts/intake/bank-files.values';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import { visibleForm } from '@bursar/contracts/visible-names';
import { refuse } from '../../../platform/outcome.ts';
import type { NumberDisplay } from '../../../platform/table-files/number-display.ts';
import type { DateSystem } from '../../../platform/table-files/serial-days.ts';
import { shownDay, shownNumber } from '../../../platform/table-files/shown-cells.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import {
  headingKey,
  headPlaces,
  hintPlaces,
  isHead,
  type Head,
  type Hint,
  type Places,
} from './bank-headings.ts';
import { UnreadableBankFile, type OtherText } from './bank-line.ts';
import { fingerprintOf, openHeader, type Where } from './open-header.ts';
import { columnsByValues } from './columns-by-values.ts';
import { looksLikeLine, type FoundHeader, type Row } from './find-bank-header.ts';
import { recogniseBank, type KnownBank } from './known-banks.ts';
import { withMissingCells } from './missing-cells.ts';
import { proposeColumns } from './propose-columns.ts';
import { fitOfHead, mayHoldNumber } from './value-shapes.ts';

export type { Row } from './find-bank-header.ts';

/** The table of an export: the rows above it, its columns and its rows. */
export type BankTable = {
  readonly above: readonly Row[];
  readonly rows: readonly Row[];
  /** The number of columns that have a heading or a meaning. */
  readonly width: number;
  readonly names: readonly string[];
  /** Null if the layout is not one of a known bank. */
  readonly bank: KnownBank | null;
  readonly has: (head: Head) => boolean;
  /** The heading of a column in the file; empty if it has none. */
  readonly nameOf: (head: Head | Hint) => string;
  readonly cell: (row: Row, head: Head) => string;
  /** The texts of a row in all columns that have no figures, no purpose and no account. */
  readonly otherTextsOf: (row: Row) => readonly OtherText[];
  /** The cells of a row in columns that may contain hints. */
  readonly hintsOf: (row: Row, hint: Hint) => readonly string[];
  /** How a workbook displays a numeric cell; undefined for text. */
  readonly displayOf: (row: Row, head: Head) => NumberDisplay | undefined;
  /** The positions of a field's columns, from 0, and a cell as it is read there. */
  readonly placesOf: (head: Head) => readonly number[];
  readonly textAt: (row: Row, place: number, head: Head) => string;
};

/** The layout of a table: its fingerprint, and its columns with their first values. */
export type TableLayout = {
  readonly fingerprint: string;
  /** Null if no known bank has these headings. */
  readonly bankName: string | null;
  readonly columns: readonly BankColumn[];
};

export type OpenedTable = TableLayout & {
  readonly format: BankTableFormat;
  readonly found: TableFound;
  readonly hiddenRows: number;
  /** Null while a person must say what the columns are. */
  readonly table: BankTable | null;
};

type Choice = Where & {
  /** The columns that were sent with the file; empty if the user wants to choose them. */
  readonly sent?: ChosenBankColumns | undefined;
  /** The columns that were chosen for an earlier file with these headings. */
  readonly remembered: (fingerprint: string) => Promise<ChosenBankColumns | null>;
};

/**
 * Opens the table and finds its columns: those that the user chose, those chosen for an earlier
 * file of the layout, or those whose headings and values agree.
 */
export async function openBankTable(file: TapeBytes, choice: Choice): Promise<OpenedTable> {
  const { sent, remembered } = choice;
  const header = await openHeader(file, choice);
  const fingerprint = fingerprintOf(header.names);
  const bank = recogniseBank(header.names);
  const byHeading = headPlaces(header.names, (head, place) => fitOf(header, head, place) > 0);
  const byName = withTextsOfIds(header, withOwnMeanings(byHeading, { names: header.names, bank }));
  const earlier = await remembered(fingerprint);
  const isAsked = sent !== undefined && Object.keys(sent).length === 0;
  const chosen = isAsked ? null : (sent ?? earlier);
  const head = chosen ? chosenPlaces(chosen) : byName;
  const { format, table: found, below } = header;
  const hiddenRows = below.filter(({ isHidden }) => isHidden).length;
  const layout = { format, found, hiddenRows, fingerprint, bankName: bankNameOf(header, bank) };
  if (sent && !isAsked) refuseMissing(head);
  const isClear = chosen ? sent || fitsWell(header, head) : !isTwice(header, head) && !isAsked;
  if (missingFrom(head).length === 0 && isClear) {
    return { ...layout, columns: columnsOf(header, head), table: tableOf(header, { head, bank }) };
  }
  const width = widthOf(header);
  const proposed = proposeColumns(shownRows(header), { width, head: chosen ? head : byName });
  if (!isAsked && !below.some(looksLikeLine)) refuseMissing(head);
  return { ...layout, columns: columnsOf(header, proposed), table: null };
}

/** The rows with each cell as a workbook shows it, dates included. */
function shownRows({ below, dateSystem }: FoundHeader): readonly Pick<Row, 'cells'>[] {
  return below.map((row) => ({
    cells: row.cells.map((_cell, place) =>
      textAt(row, place, { dateSystem, isDay: row.numbers?.[place]?.kind === 'date' }),
    ),
  }));
}

/** Some headings mean something else in the layout of a known bank. */
function withOwnMeanings(
  places: Places<Head>,
  { names, bank }: { readonly names: readonly string[]; readonly bank: KnownBank | null },
): Places<Head> {
  const found = new Map(places);
  for (const [heading, field] of Object.entries(bank?.fields ?? {})) {
    const place = names.findIndex((name) => headingKey(name) === headingKey(heading));
    if (place < 0) continue;
    for (const [head, others] of found) {
      const left = others.filter((other) => other !== place);
      if (left.length > 0) found.set(head, left);
      else found.delete(head);
    }
    found.set(field, [...(found.get(field) ?? []), place]);
  }
  return found;
}

/** Some banks write the purpose into a column of references; an id has no words. */
function withTextsOfIds({ below }: FoundHeader, head: Places<Head>): Places<Head> {
  const [place] = head.get('bankId') ?? [];
  const values = below.map(({ cells }) =>
    place === undefined ? '' : (cells[place]?.trim() ?? ''),
  );
  const texts = values.filter((value) => /\p{L}{2,}.*\s.*\p{L}{2,}|:\s/u.test(value));
  if (place === undefined || texts.length === 0) return head;
  const found = new Map(head);
  found.delete('bankId');
  found.set(
    'remittance',
    [...(head.get('remittance') ?? []), place].toSorted((a, b) => a - b),
  );
  return found;
}

/** Banks that share a layout name themselves in a column. */
function bankNameOf({ names, below }: FoundHeader, bank: KnownBank | null): string | null {
  const place = names.findIndex((name) => headingKey(name) === 'banknameauftragskonto');
  const stated = new Set(place < 0 ? [] : below.map(({ cells }) => cells[place]?.trim() ?? ''));
  const [only = ''] = stated;
  return stated.size === 1 && only !== ''
    ? visibleForm(only).slice(0, VALUE_MAX)
    : (bank?.name ?? null);
}

const fitsWell = (header: FoundHeader, head: Places<Head>): boolean =>
  [...head].every(([name, places]) => places.every((place) => fitOf(header, name, place) > 0.5));

const fitOf = ({ below }: FoundHeader, head: Head, place: number): number =>
  fitOfHead(
    head,
    below
      // A workbook stores days as numbers.
      .filter(({ numbers }) => numbers?.[place] === undefined)
      .map(({ cells }) => cells[place] ?? ''),
  );

function chosenPlaces(chosen: ChosenBankColumns): Places<Head> {
  const places = new Map<Head, readonly number[]>();
  for (const [position, field] of Object.entries(chosen)) {
    places.set(field, [...(places.get(field) ?? []), Number(position) - 1]);
  }
  return places;
}

function missingFrom(head: Places<Head>): readonly string[] {
  return [
    ['date', head.has('bookedOn') || head.has('valueOn')],
    ['amount', head.has('amount') || head.has('credit')],
    ['reference', head.has('remittance') || head.has('debtorName')],
  ].flatMap(([name, isThere]) => (isThere === true || typeof name !== 'string' ? [] : [name]));
}

function refuseMissing(head: Places<Head>): void {
  const missing = missingFrom(head);
  if (missing.length === 0) return;
  const details = { columns: missing.join(', ') };
  throw new UnreadableBankFile(refuse('columns_missing', { details }));
}

const VALUES_SHOWN = 3;
const VALUE_MAX = 80;

function columnsOf(header: FoundHeader, head: Places<Head>): readonly BankColumn[] {
  const fieldAt = new Map(
    [...head].flatMap(([name, places]) =>
      places.map((place) => [place, fieldOf(name, head)] as const),
    ),
  );
  return Array.from({ length: widthOf(header) }, (_, place) => {
    const values = new Set<string>();
    for (const row of header.below) {
      const text = textAt(row, place, { dateSystem: header.dateSystem, isDay: false });
      if (text !== '') values.add(visibleForm(text).slice(0, VALUE_MAX));
      if (values.size === VALUES_SHOWN) break;
    }
    return {
      position: place + 1,
      name: visibleForm(header.names[place]?.trim() ?? '').slice(0, VALUE_MAX),
      values: [...values],
      field: fieldAt.get(place) ?? null,
    };
  });
}

/** A column "Account" or "IBAN" is the payer's if the file names payers, but not their accounts. */
function fieldOf(name: Head, head: Places<Head>): BankField {
  const isPayers = head.has('debtorName') && !head.has('payerAccount');
  return bankFields.find((field) => field === name) ?? (isPayers ? 'payerAccount' : 'ownAccount');
}

function widthOf({ names, below }: FoundHeader): number {
  const headed = names.findLastIndex((name) => name.trim() !== '') + 1;
  return headed === 0 ? Math.max(0, ...below.map(({ cells }) => cells.length)) : headed;
}

type Meant = { readonly head: Places<Head>; readonly bank: KnownBank | null };

function tableOf(header: FoundHeader, { head: named, bank }: Meant): BankTable {
  const { above, names, below, dateSystem } = header;
  const rows = withContinuations(
    withMissingCells(
      below.filter((row) => !isHeaderAgain(row, names)),
      { names, head: named },
    ),
    named,
  );
  const { head, hint } = withColumnsByValues(rows, { names, head: named, hint: hintPlaces(names) });
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
  const meant = [...head.values(), ...hint.values()].flat();
  return {
    above,
    rows: rows.filter((row) => essential.some((name) => cell(row, name) !== '')),
    width: Math.max(widthOf(header), ...meant.map((place) => place + 1)),
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

/** The fields in which no loan number is looked for, or which are looked through as the purpose. */
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

/** A print with several pages repeats the headings on each. */
const isHeaderAgain = ({ cells }: Row, names: readonly string[]): boolean =>
  names.some((name) => name.trim() !== '') &&
  names.every((name, place) => name.trim() === (cells[place]?.trim() ?? ''));

/** Adds a text that goes on in the next row to the text of its line. */
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
function textAt(row: Row, place: number, { dateSystem, isDay }: Shown): string {
  const text = row.cells[place]?.trim() ?? '';
  const display = row.numbers?.[place];
  if (display === undefined || dateSystem === null) return text;
  return (isDay ? shownDay : shownNumber)(text, { display, dateSystem });
}

/** Amounts of a workbook remain the numbers that it stores. */
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

/** Adds the columns whose cells show what they are although their headings are not known. */
function withColumnsByValues(rows: readonly Row[], { names, head, hint }: Found) {
  const taken = new Set([...head.values(), ...hint.values()].flat());
  const ofBalance = (head.get('balance') ?? []).map((place) => place + 1);
  const others = names
    .map((_, place) => place)
    .filter((place) => !taken.has(place) && !(head.has('direction') && ofBalance.includes(place)));
  const found = columnsByValues(rows, others);
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

const essential = ['bookedOn', 'valueOn', 'amount', 'credit', 'debit'] as const;

/** Two columns of one name with different values: it is unclear which one applies. */
function isTwice({ names, below }: FoundHeader, head: Places<Head>): boolean {
  const amounts = head.get('amount') ?? [];
  return ([...essential, 'direction', 'status', 'currency'] as const).some((name) => {
    const [place] = head.get(name) ?? [];
    if (place === undefined) return false;
    // Right of the amount, it is the amount's direction or currency.
    const isOfAmount = name === 'direction' || name === 'currency';
    if (isOfAmount && amounts.includes(place - 1)) return false;
    const key = headingKey(names[place] ?? '');
    return names.some(
      (other, at) =>
        at !== place &&
        headingKey(other) === key &&
        below.some(({ cells }) => (cells[at] ?? '').trim() !== (cells[place] ?? '').trim()),
    );
  });
}
