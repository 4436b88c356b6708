import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { TAPE_COLUMNS_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { refuse } from '../../../platform/outcome.ts';
import {
  currenciesInHeading,
  currenciesMeant,
} from '../../../platform/table-files/currency-signs.ts';
import type { NumberDisplay } from '../../../platform/table-files/number-display.ts';
import { delimiters } from '../../../platform/table-files/recognise-file.ts';
import type { DateSystem } from '../../../platform/table-files/serial-days.ts';
import { shownDay, shownNumber } from '../../../platform/table-files/shown-cells.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
} from '../../../platform/table-files/tape-rows.ts';
import { columnsByValues } from './columns-by-values.ts';
import { notRecognised, tooManyLines, UnreadableBankFile } from './bank-line.ts';

/** The column headings that banks use, reduced to letters and digits. */
const heads = {
  bookedOn:
    'date bookingdate bookdate postingdate transactiondate entrydate txndate createdutc starteddate ' +
    'datum buchung buchungstag buchungsdatum التاريخ تاريخ تاريخالقيد تاريخالعملية',
  valueOn:
    'valuedate valuta valutadatum wert wertstellung wertstellungsdatum completeddate تاريخالحق تاريخالقيمة',
  amount: 'amount amt transactionamount gross betrag bedrag المبلغ',
  credit: 'credit creditamount paidin moneyin deposit deposits haben دائن',
  debit: 'debit debitamount paidout moneyout withdrawal withdrawals soll مدين',
  direction:
    'creditdebit debitcredit creditordebit debitorcredit creditdebitindicator debitcreditindicator ' +
    'cdtdbtind drcr crdr dc cd debetcredit sollhaben habensoll sh afbij bijaf balanceimpact ' +
    'direction richtung دائنمدين مديندائن',
  status:
    'status state transactionstatus paymentstatus bookingstatus buchungsstatus umsatzstatus statut estado ' +
    'estatus stato stan situação situacao durum zustand outcome result ' +
    'الحالة حالةالعملية حالةالحركة',
  currency:
    'currency ccy curr currencycode accountcurrency acctccy transactioncurrency txncurrency währung ' +
    'waehrung munt devise moneda moeda waluta العملة',
  debtorName:
    'name debtor debtorname payer payername payor sender remitter counterparty counterpartyname ' +
    'partnername customername namedescription naamomschrijving auftraggeber zahlungspflichtiger ' +
    'zahlungspflichtige namezahlungsbeteiligter auftraggeberempfänger auftraggeberbeguenstigter ' +
    'auftraggeberbegünstigter begünstigterauftraggeber beguenstigterzahlungspflichtiger ' +
    'begünstigterzahlungspflichtiger الاسم اسمالدافع الدافع المحول',
  remittance:
    'reference paymentreference remittance remittanceinformation description originaldescription details narrative ' +
    'narration particulars memo purpose label notifications mededelingen verwendungszweck ' +
    'beschreibung البيان الوصف التفاصيل المرجع',
  bankId:
    'id transactionid banktransactionid transactionreference bankreference entryreference uniqueid ' +
    'fitid balancetransactionid transferwiseid رقمالعملية رقمالحركة',
  ownAccount: 'auftragskonto ibanauftragskonto ownaccount owniban rekening',
  account:
    'account accountnumber accountiban iban konto kontonummer kontonummeriban ibankontonummer ' +
    'bankaccount رقمالحساب',
  payerAccount:
    'counterpartyiban counterpartyaccount tegenrekening partneriban payeriban payeraccount ' +
    'ibanzahlungsbeteiligter debtoriban debtoraccount senderiban senderaccount',
  balance: 'balance runningbalance closingbalance saldo saldonachbuchung الرصيد',
};
export type Head = keyof typeof heads;

/**
 * Columns that sometimes contain the direction or status, but usually other text. Known words are
 * used, and unknown ones are not errors.
 */
const hints = {
  side: 'type transactiontype txntype details umsatztyp buchungsart نوعالعملية نوعالحركة',
  status: 'info',
  /** A yes says that the line is booked. */
  booked: 'booked posted settled cleared completed gebucht',
  /** A yes, or a code, says that the line is not money. */
  notBooked:
    'pending reversed reversal cancelled canceled failed returned returncode returnreason storno',
};
export type Hint = keyof typeof hints;

const headNamed = placed(heads);
const hintNamed = placed(hints);

/** Banks put their name, the account and the period above the table. */
const ROWS_ABOVE_MAX = 30;

export type Row = Pick<TapeRow, 'number' | 'cells' | 'numbers'>;

/** The table of an export: the rows above it, its columns and its rows. */
export type BankTable = {
  readonly above: readonly Row[];
  readonly rows: readonly Row[];
  /** The number of columns with a heading. */
  readonly width: number;
  readonly has: (head: Head) => boolean;
  /** The heading of a column in the file; empty if it has none. */
  readonly nameOf: (head: Head | Hint) => string;
  readonly cell: (row: Row, head: Head) => string;
  /** The cells of a row in columns that may contain hints. */
  readonly hintsOf: (row: Row, hint: Hint) => readonly string[];
  /** How a workbook displays a numeric cell; undefined for text. */
  readonly displayOf: (row: Row, head: Head) => NumberDisplay | undefined;
};

export async function openBankTable(
  file: TapeBytes,
  encoding: TextEncoding | null,
): Promise<BankTable> {
  const { rows, dateSystem } = await readRows(file, encoding);
  const textAt = cellReader(dateSystem);
  const { names, head: named, hint: hinted, at } = findHead(rows);
  const { head, hint } = withColumnsByValues(rows.slice(at + 1), {
    names,
    head: named,
    hint: hinted,
  });
  const cell = (row: Row, name: Head) =>
    (head.get(name) ?? [])
      .map((place) => textAt(row, place, name))
      .filter((text) => text !== '')
      .join(' · ');
  const isEmpty = (row: Row) => essential.every((name) => cell(row, name) === '');
  return {
    above: rows.slice(0, at),
    rows: rows.slice(at + 1).filter((row) => !isEmpty(row)),
    width: names.findLastIndex((name) => name.trim() !== '') + 1,
    has: (name) => head.has(name),
    nameOf: (name) => {
      const [place] = isHead(name) ? (head.get(name) ?? []) : (hint.get(name) ?? []);
      return place === undefined ? '' : (names[place]?.trim() ?? '');
    },
    cell,
    hintsOf: (row, name) => (hint.get(name) ?? []).map((place) => textAt(row, place, name)),
    displayOf: (row, name) => row.numbers?.[head.get(name)?.[0] ?? -1],
  };
}

/** Reads the text of a cell. Amounts of a workbook remain the numbers that it stores. */
function cellReader(dateSystem: DateSystem | null) {
  return (row: Row, place: number, name: Head | Hint): string => {
    const text = row.cells[place]?.trim() ?? '';
    const display = row.numbers?.[place];
    if (display === undefined || dateSystem === null || isMoney(name)) return text;
    const isDay = name === 'bookedOn' || name === 'valueOn';
    return isDay
      ? shownDay(text, { display, dateSystem })
      : shownNumber(text, { display, dateSystem });
  };
}

const isMoney = (name: Head | Hint): boolean =>
  name === 'amount' || name === 'credit' || name === 'debit' || name === 'balance';

type Found = {
  readonly names: readonly string[];
  readonly head: Places<Head>;
  readonly hint: Places<Hint>;
};

/** Adds the columns whose cells show what they are although their headings are not known. */
function withColumnsByValues(rows: readonly Row[], { names, head, hint }: Found) {
  const taken = new Set([...head.values(), ...hint.values()].flat());
  const others = names.map((_, place) => place).filter((place) => !taken.has(place));
  const found = columnsByValues(rows, others);
  const withPlaces = (name: Hint, places: readonly number[]) =>
    [name, [...(hint.get(name) ?? []), ...places]] as const;
  const hintsFound = new Map<Hint, readonly number[]>([
    ...hint,
    withPlaces('side', found.side),
    withPlaces('status', found.status),
  ]);
  const isStated = head.has('currency') || found.currency.length === 0;
  const headsFound = isStated ? head : new Map([...head, ['currency', found.currency] as const]);
  return { head: headsFound, hint: hintsFound };
}

const essential = ['bookedOn', 'valueOn', 'amount', 'credit', 'debit'] as const;
const isHead = (name: Head | Hint): name is Head => name in heads;

type Rows = { readonly rows: readonly Row[]; readonly dateSystem: DateSystem | null };

/**
 * Chooses the delimiter with which a row contains the most known headings, because lines above the
 * table may have no delimiter.
 */
async function readRows(file: TapeBytes, encoding: TextEncoding | null): Promise<Rows> {
  const source = await openTapeRows(file, encoding);
  const first = await collectRows(source);
  if (source.delimiter === null || hasHeadings(first)) return first;
  for (const delimiter of delimiters) {
    const others = await collectRows(await openTapeRows(file, encoding, { delimiter }));
    if (hasHeadings(others)) return others;
  }
  return first;
}

async function collectRows({ rows: source, dateSystem }: TapeRows): Promise<Rows> {
  const rows: Row[] = [];
  for await (const row of source) {
    if (rows.length > BANK_LINES_MAX + ROWS_ABOVE_MAX) throw tooManyLines();
    rows.push(row);
  }
  return { rows, dateSystem };
}

const hasHeadings = ({ rows }: Rows): boolean =>
  rows.slice(0, ROWS_ABOVE_MAX).some((row) => placesOf(row.cells, headNamed).size > 1);

/** Finds the row with the most known headings, and the position of each column. */
function findHead(rows: readonly Row[]) {
  const above = rows
    .slice(0, ROWS_ABOVE_MAX)
    .map((row, at) => ({ at, names: row.cells, head: placesOf(row.cells, headNamed) }));
  const [best] = above.toSorted((one, other) => other.head.size - one.head.size);
  if (!best || best.head.size === 0) throw notRecognised();
  const { head, names } = best;
  const missing = [
    ['date', head.has('bookedOn') || head.has('valueOn')],
    ['amount', head.has('amount') || head.has('credit')],
    ['reference', head.has('remittance') || head.has('debtorName')],
  ].flatMap(([name, isThere]) => (isThere === true ? [] : [name]));
  if (missing.length > 0) {
    const details = { columns: missing.join(', ') };
    throw new UnreadableBankFile(refuse('columns_missing', { details }));
  }
  refuseTwice(rows.slice(best.at + 1), { names, head });
  return { ...best, hint: placesOf(names, hintNamed) };
}

/** Refuses two columns of one name with different values, because it is unclear which one applies. */
function refuseTwice(
  rows: readonly Row[],
  { names, head }: { readonly names: readonly string[]; readonly head: Places<Head> },
): void {
  for (const name of [...essential, 'direction', 'status', 'currency'] as const) {
    const [place] = head.get(name) ?? [];
    if (place === undefined) continue;
    const key = keyOf(names[place] ?? '');
    const differs = names.some(
      (other, at) =>
        at !== place &&
        keyOf(other) === key &&
        rows.some(({ cells }) => (cells[at] ?? '').trim() !== (cells[place] ?? '').trim()),
    );
    if (differs) {
      const details = { column: names[place]?.trim() ?? '' };
      throw new UnreadableBankFile(refuse('bank_column_twice', { details }));
    }
  }
}

type Places<Name> = ReadonlyMap<Name, readonly number[]>;

function placesOf<Name extends string>(
  cells: readonly string[],
  named: ReadonlyMap<string, Name>,
): Places<Name> {
  const places = new Map<Name, number[]>();
  if (cells.length > TAPE_COLUMNS_MAX) return places;
  cells.forEach((cell, place) => {
    const found = named.get(keyOf(cell)) ?? named.get(keyOf(withoutCurrency(cell)));
    if (!found) return;
    const known = places.get(found) ?? [];
    // A reference may span several columns; of other fields the first column counts.
    if (known.length === 0 || isSpread(found)) places.set(found, [...known, place]);
  });
  return places;
}

const isSpread = (name: string): boolean => name === 'remittance' || name in hints;

const keyOf = (cell: string): string =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Removes the currency from headings such as "Amount (EUR)", "Betrag in EUR" and "USD Amount". */
function withoutCurrency(heading: string): string {
  if (currenciesInHeading(heading) === null) return heading;
  return heading
    .split(/[\s()[\]{}/_-]+/)
    .filter((word) => currenciesMeant(word).length === 0 && word.toLowerCase() !== 'in')
    .join(' ');
}

/** Counts the known non-ASCII headings in a text, which shows whether its encoding was chosen correctly. */
export function countKnownHeadings(text: string): number {
  const cells = text.split(/[;,\t\r\n"]+/).filter((cell) => /[^\p{ASCII}]/u.test(cell));
  return new Set(cells.map(keyOf).filter((key) => headNamed.has(key))).size;
}

function placed<Name extends string>(
  headingsOf: Readonly<Record<Name, string>>,
): ReadonlyMap<string, Name> {
  // `Object.keys` loses the type; the keys of the tables above are exactly their names.
  const names = Object.keys(headingsOf) as Name[];
  return new Map(
    names.flatMap((name) => headingsOf[name].split(' ').map((heading) => [heading, name])),
  );
}
