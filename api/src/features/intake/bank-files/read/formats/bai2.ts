import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { refuse } from '../../../../../platform/outcome.ts';
import {
  lineNotRead,
  notRecognised,
  tooManyLines,
  UnreadableBankFile,
  type ReadLine,
} from '../bank-line.ts';
import type { BankFormat } from './bank-format.ts';
import { withOwnIds } from './own-ids.ts';
import { StatementBalances } from './statement-balances.ts';
import { linesIn } from './text-lines.ts';

/**
 * Cash management balance reporting of the Bank Administration Institute, version 2: groups (02)
 * of accounts (03) with transactions (16), continued by 88, and a control total at each end.
 */
export const bai2: BankFormat = {
  name: 'bai2',
  recognises: (start) =>
    /^01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^,\n]*,[^,\n]*,[^,\n]*,2\s*\//.test(start),
  read: async function* read(text, { questions }) {
    const reader = new Reader();
    let record: { text: string; records: number } | null = null;
    for await (const whole of linesIn(text)) {
      const line = whole.trimEnd();
      if (line === '') continue;
      if (line.startsWith('88,') && record) {
        // A continued record normally ends after a field. Only the text of a transaction may
        // continue within the field, and then has no slash at the end.
        const isInText = record.text.startsWith('16,') && !record.text.endsWith('/');
        record.text = withoutEnd(record.text) + (isInText ? ' ' : '\n') + line.slice(3);
        record.records += 1;
        if (record.text.length > RECORD_MAX) throw notRecognised();
      } else {
        if (record) reader.take(record);
        record = { text: line, records: 1 };
      }
    }
    if (record) reader.take(record);
    const lines = reader.finish();
    reader.balances.settle(questions);
    yield* withOwnIds(lines);
  },
};

const RECORD_MAX = 64_000;

const withoutEnd = (record: string): string => record.replace(/\/$/, '');

/** A comma or the end of a continued record ends a field. */
const endOfField = /([,\n])/;

/** Returns the text after the first `fields` fields of a record; the text may have commas. */
const textAfter = (record: string, fields: number): string =>
  record
    .split(endOfField)
    .slice(2 * fields)
    .join('')
    .replaceAll('\n', ' ')
    .trim();

type Control = { total: number; records: number };
const nothing = (): Control => ({ total: 0, records: 0 });

class Reader {
  readonly balances = new StatementBalances();
  readonly #lines: ReadLine[] = [];
  readonly #codes: string[] = [];
  #group = { day: '', currency: 'USD' };
  #account = {
    id: '',
    currency: '',
    opening: null as number | null,
    closing: null as number | null,
  };
  #moved = 0;
  #inAccount = nothing();
  #inGroup = nothing();
  #inFile = nothing();

  take({ text, records }: { readonly text: string; readonly records: number }): void {
    const code = text.slice(0, 2);
    const record = withoutEnd(text);
    const fields = record.split(/[,\n]/).slice(1);
    for (const control of [this.#inAccount, this.#inGroup, this.#inFile])
      control.records += records;
    this.#open(code);
    if (code === '02') this.#takeGroup(fields, records);
    else if (code === '03') this.#takeAccount(fields, records);
    else if (code === '16') this.#takeTransaction(fields, record);
    else if (code === '49') this.#closeAccount(fields);
    else if (code === '98') this.#check(fields[0], fields[2], this.#inGroup, this.#inFile);
    else if (code === '99') this.#check(fields[0], fields[2], this.#inFile, nothing());
  }

  finish(): readonly ReadLine[] {
    // If the trailer is missing, lines at the end may be missing too.
    if (this.#codes.length > 0) throw notRecognised();
    return this.#lines;
  }

  /**
   * Enters or leaves a level of the file, and refuses a record that is not nested as the format
   * requires.
   */
  #open(code: string): void {
    const inside = this.#codes.at(-1) ?? '';
    const parent = {
      '01': '',
      '02': '01',
      '03': '02',
      '16': '03',
      '49': '03',
      '98': '02',
      '99': '01',
    };
    const expected = Object.entries(parent).find(([one]) => one === code)?.[1];
    if (expected !== inside) throw notRecognised();
    if (/^0[123]$/.test(code)) this.#codes.push(code);
    else if (code !== '16') this.#codes.pop();
  }

  #takeGroup(fields: readonly string[], records: number): void {
    const [, , status = '', day = '', , currency = ''] = fields;
    // Deletions and tests are no payments.
    if (status !== '1' && status !== '3') throw notRecognised();
    this.#group = { day: dayIn(day) ?? '', currency: currency || 'USD' };
    if (this.#group.day === '') throw lineNotRead(this.#lines.length + 1, '02');
    this.#inGroup = { total: 0, records };
  }

  #takeAccount(fields: readonly string[], records: number): void {
    const [id = '', currency = '', ...summaries] = fields;
    this.#account = {
      id,
      currency: currency || this.#group.currency,
      opening: null,
      closing: null,
    };
    this.#moved = 0;
    this.#inAccount = { total: 0, records };
    let at = 0;
    while (at < summaries.length) {
      const [type = '', amount = '', , funds = ''] = summaries.slice(at);
      const minor = amount === '' ? null : this.#minor(amount, '03');
      this.#inAccount.total += minor ?? 0;
      if (type === '010') this.#account.opening = minor;
      if (type === '015') this.#account.closing = minor;
      at += 4 + lengthOfFunds(funds, summaries.slice(at + 4));
    }
  }

  #minor(text: string, record: string): number {
    const minor = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(minor)) throw lineNotRead(this.#lines.length + 1, record);
    return minor;
  }

  #takeTransaction(fields: readonly string[], row: string): void {
    if (this.#lines.length === BANK_LINES_MAX) throw tooManyLines();
    const number = this.#lines.length + 1;
    const [type = '', amount = '', funds = '', ...rest] = fields;
    const minor = amount === '' ? 0 : this.#minor(amount, '16');
    this.#inAccount.total += minor;
    const kind = Number(type);
    const isCredit = kind >= 100 && kind < 400;
    const isDebit = kind >= 400 && kind < 700;
    if (!/^\d{3}$/.test(type) || minor < 0 || (minor > 0 && !isCredit && !isDebit)) {
      throw lineNotRead(number, '16');
    }
    this.#moved += isDebit ? 0 - minor : minor;
    const length = lengthOfFunds(funds, rest);
    const value = funds === 'V' ? dayIn(rest[0] ?? '') : this.#group.day;
    if (value === null) throw lineNotRead(number, '16');
    const [bankId = '', customer = ''] = rest.slice(length);
    const text = textAfter(row, FIELDS_BEFORE_TEXT + length);
    this.#lines.push({
      account: this.#account.id,
      bankId,
      bookedOn: this.#group.day,
      valueOn: value,
      amountMinor: minor,
      currency: this.#account.currency,
      debtorName: '',
      payerAccount: '',
      remittance: [text, customer.trim()].filter((one) => one !== '').join(' · '),
      leftOut: isDebit ? 'debit' : minor === 0 ? 'zero' : null,
      mark: '',
      row,
    });
  }

  #closeAccount(fields: readonly string[]): void {
    const { id, currency, opening, closing } = this.#account;
    this.#check(fields[0], fields[1], this.#inAccount, this.#inGroup);
    if (opening === null || closing === null) return;
    this.balances.check({
      account: id,
      currency,
      openingMinor: opening,
      closingMinor: closing,
      movedMinor: this.#moved,
    });
  }

  #check(total = '', records = '', found: Control, outer: Control): void {
    const stated = { total: this.#minor(total, '49'), records: Number(records) };
    const differs = (['total', 'records'] as const).find((one) => stated[one] !== found[one]);
    if (differs) {
      const details = { stated: stated[differs], found: found[differs] };
      throw new UnreadableBankFile(refuse('bank_control_differs', { details }));
    }
    outer.total += found.total;
  }
}

/**
 * Number of fields before the text of a transaction: its code, type, amount, funds type and two
 * references.
 */
const FIELDS_BEFORE_TEXT = 6;

/** Returns the number of fields that follow a funds type. */
function lengthOfFunds(funds: string, rest: readonly string[]): number {
  if (funds === 'S') return 3;
  if (funds === 'V') return 2;
  return funds === 'D' ? 1 + 2 * Number(rest[0] ?? 0) : 0;
}

function dayIn(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const read = `${Number(year) < 80 ? '20' : '19'}${year}-${month}-${day}`;
  return isCalendarDate(read) ? read : null;
}
