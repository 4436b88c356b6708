import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals } from '@bursar/loan-maths/money';
import { lineNotRead, tooManyLines, type ReadLine } from '../bank-line.ts';
import type { BankFormat } from './bank-format.ts';
import { StatementBalances } from './statement-balances.ts';
import { linesIn } from './text-lines.ts';

/**
 * Account statement of French banks in records of 120 characters: old balance (01), movement (04),
 * details of the movement (05) and new balance (07).
 */
export const cfonb120: BankFormat = {
  name: 'cfonb120',
  recognises: (start) => /^01\d{5} {4}[\dA-Z ]{5}[A-Z]{3}\d.[\dA-Z]{11}/.test(start),
  read: async function* read(text, { questions }) {
    const balances = new StatementBalances();
    let opening: { readonly account: string; readonly minor: number } | null = null;
    let [movedMinor, number, row] = [0, 0, 0];
    let movement: Movement | null = null;
    for await (const record of linesIn(text)) {
      row += 1;
      const code = record.slice(0, 2);
      if (code === '05' && movement) movement.details.push(record);
      else if (record.trim() !== '') {
        if (movement) yield lineOf(movement);
        movement = null;
        const { account, currency, minor } = headOf(record, row);
        if (code === '01') [opening, movedMinor] = [{ account, minor }, 0];
        else if (code === '04') {
          number += 1;
          if (number > BANK_LINES_MAX) throw tooManyLines();
          movement = { record, row, account, currency, minor, details: [] };
          movedMinor += minor;
        } else if (code === '07' && opening?.account === account) {
          balances.check({
            account,
            currency,
            openingMinor: opening.minor,
            closingMinor: minor,
            movedMinor,
          });
          opening = null;
        } else throw lineNotRead(row, '1-2');
      }
    }
    // If the new balance is missing, lines at the end may be missing too.
    if (movement || opening) throw lineNotRead(row, '07');
    balances.settle(questions);
  },
};

type Movement = {
  readonly record: string;
  readonly row: number;
  readonly account: string;
  readonly currency: string;
  readonly minor: number;
  readonly details: string[];
};

function headOf(record: string, row: number) {
  const currency = record.slice(16, 19);
  const minor = amountIn(record.slice(90, 104), currency, Number(record.slice(19, 20)));
  if (minor === null) throw lineNotRead(row, '91-104');
  const account = [record.slice(2, 7), record.slice(11, 16), record.slice(21, 32)].join(' ');
  return { account, currency, minor };
}

const positive = '{ABCDEFGHI';
const negative = '}JKLMNOPQR';

/** Reads an amount, whose last character holds the last digit and the sign. */
function amountIn(text: string, currency: string, decimals: number): number | null {
  const [, digits = '', last = ''] = /^(\d{13})([{}A-R])$/.exec(text) ?? [];
  if (digits === '' || currencyDecimals(currency) !== decimals) return null;
  const isNegative = negative.includes(last);
  const units = Number(digits + String((isNegative ? negative : positive).indexOf(last)));
  return isNegative ? 0 - units : units;
}

function dayIn(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const read = `${Number(year) < 80 ? '20' : '19'}${year}-${month}-${day}`;
  return isCalendarDate(read) ? read : null;
}

function lineOf({ record, row, account, currency, minor, details }: Movement): ReadLine {
  const bookedOn = dayIn(record.slice(34, 40));
  if (bookedOn === null) throw lineNotRead(row, '35-40');
  const parts = details.map((one) => ({
    kind: one.slice(45, 48),
    text: one.slice(48, 118).trim(),
  }));
  const among = (...kinds: readonly string[]) =>
    parts.filter(({ kind, text }) => kinds.includes(kind) && text !== '').map(({ text }) => text);
  const texts = [
    ...among('LCC', 'LC2', 'LCS', 'LIB'),
    ...among('REF', 'RCN').map((text) => text.replaceAll(/\s{2,}/g, ' ')),
    record.slice(104, 120).trim(),
  ];
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const [name = ''] = among(minor < 0 ? 'NBE' : 'NPY');
  return {
    account,
    bankId: '',
    bookedOn,
    valueOn: dayIn(record.slice(42, 48)) ?? bookedOn,
    amountMinor: Math.abs(minor),
    currency,
    debtorName: name,
    payerAccount: '',
    remittance: [record.slice(48, 79).trim(), ...distinct]
      .filter((text) => text !== '')
      .join(' · '),
    direction: minor < 0 ? ('out' as const) : ('in' as const),
    // A reject code says that the payment came back.
    leftOut:
      record.slice(40, 42).trim() !== ''
        ? 'reversal'
        : minor < 0
          ? 'debit'
          : minor === 0
            ? 'zero'
            : null,
    mark: record.slice(81, 88).trim(),
    row: [record, ...details].join('\n'),
  };
}
