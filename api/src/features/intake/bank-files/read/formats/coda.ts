import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import { refuse } from '../../../../../platform/outcome.ts';
import { lineNotRead, tooManyLines, UnreadableBankFile, type ReadLine } from '../bank-line.ts';
import type { BankFormat } from './bank-format.ts';
import {
  charactersOf,
  countedOf,
  lineOf,
  type CodaAccount,
  type CodaMovement,
  type CodaRecord,
} from './coda-movements.ts';
import { withOwnIds } from './own-ids.ts';
import { StatementBalances } from './statement-balances.ts';
import { linesIn } from './text-lines.ts';

/**
 * Coded statement of Belgian banks, version 2, in records of 128 characters: header (0), old balance
 * (1), movements (2) with information (3), new balance (8), free text (4) and control totals (9).
 * https://febelfin.be/media/pages/publicaties/2021/gecodeerde-berichtgeving-coda
 */
export const coda: BankFormat = {
  name: 'coda',
  recognises: (start) => /^00000\d{6}[\d ]{3}05/.test(start),
  read: async function* read(text, { questions }) {
    const reader = new Reader();
    let row = 0;
    for await (const line of linesIn(text)) {
      row += 1;
      if (line.trim() === '') continue;
      if (line.length > RECORD_LENGTH && line.slice(RECORD_LENGTH).trim() !== '') {
        throw lineNotRead(row, `#${RECORD_LENGTH + 1}`);
      }
      reader.take({ text: line.padEnd(RECORD_LENGTH), row });
    }
    const lines = reader.finish(row);
    reader.balances.settle(questions);
    yield* lines;
  },
};

const RECORD_LENGTH = 128;

/** The record types that may follow each record type. */
const followers: Readonly<Record<string, readonly string[]>> = {
  '': ['0'],
  '0': ['1'],
  '1': ['21', '8', '9'],
  '21': ['21', '22', '23', '31', '8'],
  '22': ['21', '23', '31', '8'],
  '23': ['21', '31', '8'],
  '31': ['21', '31', '32', '8'],
  '32': ['21', '31', '33', '8'],
  '33': ['21', '31', '8'],
  '8': ['1', '4', '9'],
  '4': ['4', '9'],
  '9': ['0'],
};

type Group = { readonly movement: CodaMovement; readonly details: CodaMovement[] };
type Control = Record<'records' | 'debit' | 'credit', number>;
type Opening = CodaAccount & { readonly minor: number };

class Reader {
  readonly balances = new StatementBalances();
  readonly #lines: ReadLine[] = [];
  #before = '';
  #isPart = false;
  #opening: Opening = { account: '', currency: '', minor: 0 };
  #movedMinor = 0;
  #group: Group | null = null;
  #last = { sequence: '', detail: '' };
  #control: Control = { records: 0, debit: 0, credit: 0 };

  take(record: CodaRecord): void {
    const { text, row } = record;
    const kind = /^[23]/.test(text) ? text.slice(0, 2) : text.slice(0, 1);
    if (!followers[this.#before]?.includes(kind)) throw lineNotRead(row, '1');
    this.#before = kind;
    if (kind !== '0' && kind !== '4' && kind !== '9') this.#control.records += 1;
    if (kind === '0') this.#takeHeader(record);
    else if (kind === '1') this.#takeOpening(record);
    else if (kind === '21') this.#takeMovement(record);
    else if (/^[23]/.test(kind)) this.#takeContinued(record);
    else if (kind === '8') this.#takeClosing(record);
    else if (kind === '9') this.#checkControl(record);
  }

  finish(row: number): readonly ReadLine[] {
    // If the control totals are missing, lines at the end may be missing too.
    if (this.#before !== '9') throw lineNotRead(row, '9');
    return withOwnIds(this.#lines);
  }

  #takeHeader(record: CodaRecord): void {
    if (charactersOf(record, 128, 128) !== '2') throw lineNotRead(record.row, '128');
    this.#isPart = !/^(0{5}| *)$/.test(charactersOf(record, 84, 88));
    this.#control = { records: 0, debit: 0, credit: 0 };
  }

  #takeOpening(record: CodaRecord): void {
    const account = accountIn(record);
    const minor = signedIn(record, 43, account.currency);
    this.#opening = { ...account, minor };
    this.#movedMinor = 0;
    this.#last = { sequence: '', detail: '' };
  }

  #takeMovement(record: CodaRecord): void {
    this.#checkSequence(record);
    const type = charactersOf(record, 54, 54);
    const isDetail = charactersOf(record, 3, 6) === this.#last.sequence;
    const signedMinor = signedIn(record, 32, this.#opening.currency);
    const parent = isDetail ? this.#group?.movement : undefined;
    const bookedOn = dayIn(charactersOf(record, 116, 121)) ?? parent?.bookedOn;
    if (bookedOn === undefined) throw lineNotRead(record.row, '116-121');
    const movement: CodaMovement = {
      ...record,
      detail: charactersOf(record, 7, 10),
      type,
      minor: Math.abs(signedMinor),
      isCredit: charactersOf(record, 32, 32) === '0',
      bookedOn,
      valueOn: dayIn(charactersOf(record, 48, 53)) ?? bookedOn,
      continued: [],
      information: [],
    };
    this.#noteNumber(record);
    if (parent && this.#group) {
      this.#group.details.push(movement);
      return;
    }
    // A detail of another amount cannot be a movement of its own.
    if (/[89]/.test(type)) throw lineNotRead(record.row, '54');
    this.#closeGroup();
    this.#group = { movement, details: [] };
    this.#movedMinor += signedMinor;
    this.#control[movement.isCredit ? 'credit' : 'debit'] += Number(charactersOf(record, 33, 47));
  }

  #takeContinued(record: CodaRecord): void {
    const group = this.#group;
    const current = group?.details.at(-1) ?? group?.movement;
    if (!current) throw lineNotRead(record.row, '1');
    if (record.text.startsWith('31')) {
      this.#checkSequence(record);
      this.#noteNumber(record);
    } else if (charactersOf(record, 3, 10) !== this.#last.sequence + this.#last.detail) {
      throw lineNotRead(record.row, '3-10');
    }
    const list = record.text.startsWith('2') ? current.continued : current.information;
    list.push(record);
  }

  /**
   * Refuses a gap between the numbers of movements or details, which means that records are
   * missing.
   */
  #checkSequence(record: CodaRecord): void {
    const { sequence, detail } = this.#last;
    const [now, nowDetail] = [charactersOf(record, 3, 6), charactersOf(record, 7, 10)];
    const isMovement = record.text.startsWith('21');
    // Some banks number information like the movement that it belongs to.
    const isOfDetail = !isMovement && nowDetail === detail;
    const isSame = now === sequence && (isOfDetail || nowDetail === next(detail));
    const isNext =
      isMovement && nowDetail === '0000' && (sequence === '' || now === next(sequence));
    if (isSame || isNext) return;
    const details =
      now === sequence || !isMovement
        ? { stated: nowDetail, found: next(detail) }
        : { stated: now, found: next(sequence) };
    throw new UnreadableBankFile(refuse('bank_control_differs', { details }));
  }

  #noteNumber(record: CodaRecord): void {
    this.#last = { sequence: charactersOf(record, 3, 6), detail: charactersOf(record, 7, 10) };
  }

  #closeGroup(): void {
    const group = this.#group;
    this.#group = null;
    if (!group) return;
    const counted = countedOf(group.movement, group.details);
    const total = group.movement;
    const ids = [charactersOf(total, 11, 31).trim(), `#movement ${total.row}`];
    const batchIds = counted.length > 1 ? ids.filter((id) => id !== '') : [];
    for (const movement of counted) {
      if (this.#lines.length === BANK_LINES_MAX) throw tooManyLines();
      this.#lines.push({ ...lineOf(movement, this.#opening), batchIds });
    }
  }

  #takeClosing(record: CodaRecord): void {
    this.#closeGroup();
    const { account, currency, minor: openingMinor } = this.#opening;
    const closingMinor = signedIn(record, 42, currency);
    // A file with a selection of the movements has no balances.
    if (this.#isPart && openingMinor === 0 && closingMinor === 0) return;
    const movedMinor = this.#movedMinor;
    this.balances.check({ account, currency, openingMinor, closingMinor, movedMinor });
  }

  #checkControl(record: CodaRecord): void {
    const stated: Control = {
      records: Number(charactersOf(record, 17, 22)),
      debit: Number(charactersOf(record, 23, 37)),
      credit: Number(charactersOf(record, 38, 52)),
    };
    for (const one of ['records', 'debit', 'credit'] as const) {
      if (stated[one] === this.#control[one]) continue;
      const write = (figure: number) =>
        one === 'records' || Number.isNaN(figure) ? String(figure) : formatUnits(figure, 3);
      const details = { stated: write(stated[one]), found: write(this.#control[one]) };
      throw new UnreadableBankFile(refuse('bank_control_differs', { details }));
    }
  }
}

/** Returns the next number; after 9999 the numbers continue with 0000. */
const next = (number: string): string =>
  String((Number(number || '0') + 1) % 10_000).padStart(4, '0');

/**
 * Reads the number and the currency of an account. The account's structure decides where in the
 * record they are.
 */
function accountIn(record: CodaRecord): CodaAccount {
  const structure = charactersOf(record, 2, 2);
  const [number, code] =
    structure === '0'
      ? [charactersOf(record, 6, 17), charactersOf(record, 19, 21)]
      : [charactersOf(record, 6, structure === '2' ? 36 : 39), charactersOf(record, 40, 42)];
  // A Belgian account without a currency is in euros.
  const currency = code.trim() || (structure === '0' || structure === '2' ? 'EUR' : '');
  if (!/^[0-3]$/.test(structure) || currencyDecimals(currency) === undefined) {
    throw lineNotRead(record.row, '6-42');
  }
  return { account: number.trim(), currency };
}

/** Reads a sign and the amount after it, of 12 digits and three decimals. */
function signedIn(record: CodaRecord, from: number, currency: string): number {
  const [, sign, digits = ''] =
    /^([01])(\d{15})$/.exec(charactersOf(record, from, from + 15)) ?? [];
  const thousandth = 10 ** (3 - (currencyDecimals(currency) ?? Number.NaN));
  const minor = Number(digits) / thousandth;
  if (sign === undefined || !Number.isSafeInteger(minor)) {
    throw lineNotRead(record.row, `${from}-${from + 15}`);
  }
  return sign === '1' ? 0 - minor : minor;
}

/** Reads a day; null if the text is not one: banks write six zeros or blanks for a missing day. */
function dayIn(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const read = `${Number(year) < 80 ? '20' : '19'}${year}-${month}-${day}`;
  return isCalendarDate(read) ? read : null;
}
