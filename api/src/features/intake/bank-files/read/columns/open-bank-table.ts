import type { BankColumn, ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import {
  bankFields,
  type BankField,
  type BankTableFormat,
} from '@bursar/contracts/intake/bank-files.values';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import { visibleForm } from '@bursar/contracts/visible-names';
import { refuse } from '../../../../../platform/outcome.ts';
import type { TapeBytes } from '../../../../../platform/table-files/tape-file.ts';
import { yieldingToEventLoop, yieldToEventLoop } from '../../../imports/yield-to-event-loop.ts';
import { headingKey, headPlaces, type Head, type Places } from './bank-headings.ts';
import { UnreadableBankFile } from '../bank-line.ts';
import { fingerprintOf, openHeader, type Where } from './open-header.ts';
import { looksLikeLine, type FoundHeader, type Row } from './find-bank-header.ts';
import { recogniseBank, type KnownBank } from './known-banks.ts';
import { columnOfBorrowers, type KnowsNames } from './payer-columns.ts';
import { freeColumns, proposeColumns } from './propose-columns.ts';
import { fitOfHead, mayBeOfHead } from './value-shapes.ts';
import { essential, tableOf, textAt, widthOf, type BankTable } from './bank-columns.ts';

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
  readonly knowsNames: KnowsNames;
};

/**
 * Opens the table and finds its columns: those that the user chose, those chosen for an earlier
 * file of the layout, or those whose headings and values agree. If no heading names a payer, but a
 * column has names of borrowers, a user confirms the columns.
 */
export async function openBankTable(file: TapeBytes, choice: Choice): Promise<OpenedTable> {
  const { sent, remembered, knowsNames } = choice;
  const header = await openHeader(file, choice);
  const fingerprint = fingerprintOf(header.names);
  const bank = recogniseBank(header.names);
  const byHeading = headPlaces(header.names, (head, place) =>
    mayBeOfHead(head, textsIn(header, place)),
  );
  const byName = withTextsOfIds(header, withOwnMeanings(byHeading, { names: header.names, bank }));
  const earlier = await remembered(fingerprint);
  const isAsked = sent !== undefined && Object.keys(sent).length === 0;
  const chosen = isAsked ? null : (sent ?? earlier);
  const head = chosen ? chosenPlaces(chosen) : byName;
  const { format, table: found, below } = header;
  const hiddenRows = below.filter(({ isHidden }) => isHidden).length;
  const layout = { format, found, hiddenRows, fingerprint, bankName: bankNameOf(header, bank) };
  if (sent && !isAsked) refuseMissing(head);
  const isClear = chosen
    ? sent || (await fitsWell(header, head))
    : !isTwice(header, head) && !isAsked;
  const width = widthOf(header);
  const mayHideNames = !chosen && !head.has('debtorName');
  const hidesNames = mayHideNames && (await hidesBorrowers(header, { width, head, knowsNames }));
  if (missingFrom(head).length === 0 && isClear && !hidesNames) {
    const table = await tableOf(header, { head, bank });
    await yieldToEventLoop();
    const columns = columnsOf(header, head);
    await yieldToEventLoop();
    return { ...layout, columns, table };
  }
  const places = { width, head: chosen ? head : byName, knowsNames };
  const proposed = await proposeColumns(shownRows(header), places);
  if (!isAsked && !below.some(looksLikeLine)) refuseMissing(head);
  return { ...layout, columns: columnsOf(header, proposed), table: null };
}

/** Maximum number of rows that are searched for names of borrowers. */
const ROWS_LOOKED_AT = 500;

/** Returns whether a column that is not used as a field contains names of borrowers. */
async function hidesBorrowers(
  header: FoundHeader,
  { knowsNames, ...meant }: Pick<Choice, 'knowsNames'> & Parameters<typeof freeColumns>[1],
): Promise<boolean> {
  const rows = shownRows({ ...header, below: header.below.slice(0, ROWS_LOOKED_AT) });
  return (await columnOfBorrowers(freeColumns(rows, meant), knowsNames)) !== null;
}

/** Returns the rows with each cell as a workbook displays it, dates included. */
function shownRows({ below, dateSystem }: FoundHeader): readonly Pick<Row, 'cells'>[] {
  return below.map((row) => ({
    cells: row.cells.map((_cell, place) =>
      textAt(row, place, { dateSystem, isDay: row.numbers?.[place]?.kind === 'date' }),
    ),
  }));
}

/** Applies the meanings that some headings have only in the layout of a known bank. */
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

/**
 * Treats the column of bank ids as part of the purpose if one of its values has words. Some banks
 * write the purpose there, and an id has no words.
 */
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

/** Returns the name of the bank. Banks that share a layout state their name in a column. */
function bankNameOf({ names, below }: FoundHeader, bank: KnownBank | null): string | null {
  const place = names.findIndex((name) => headingKey(name) === 'banknameauftragskonto');
  const stated = new Set(place < 0 ? [] : below.map(({ cells }) => cells[place]?.trim() ?? ''));
  const [only = ''] = stated;
  return stated.size === 1 && only !== ''
    ? visibleForm(only).slice(0, VALUE_MAX)
    : (bank?.name ?? null);
}

async function fitsWell(header: FoundHeader, head: Places<Head>): Promise<boolean> {
  for await (const [name, places] of yieldingToEventLoop(head)) {
    const fit = (place: number) => fitOfHead(name, [...textsIn(header, place)]);
    if (!places.every((place) => fit(place) > 0.5)) return false;
  }
  return true;
}

function* textsIn({ below }: FoundHeader, place: number): Generator<string> {
  for (const { cells, numbers } of below) {
    // Skip numeric cells: a workbook stores dates as numbers, which do not look like dates.
    if (numbers?.[place] === undefined) yield cells[place] ?? '';
  }
}

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

/**
 * Returns the field of a column. A column "Account" or "IBAN" has the payer's account if the file
 * names payers but has no other column with their accounts.
 */
function fieldOf(name: Head, head: Places<Head>): BankField {
  const isPayers = head.has('debtorName') && !head.has('payerAccount');
  return bankFields.find((field) => field === name) ?? (isPayers ? 'payerAccount' : 'ownAccount');
}

/**
 * Returns whether two columns have one heading but different values, so that it is unclear which
 * one applies.
 */
function isTwice({ names, below }: FoundHeader, head: Places<Head>): boolean {
  const amounts = head.get('amount') ?? [];
  return ([...essential, 'direction', 'status', 'currency'] as const).some((name) => {
    const [place] = head.get(name) ?? [];
    if (place === undefined) return false;
    // A direction or currency column to the right of the amount belongs to the amount.
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
