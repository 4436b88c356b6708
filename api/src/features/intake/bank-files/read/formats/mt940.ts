import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, parseMoney } from '@bursar/loan-maths/money';
import { lineNotRead, tooManyLines, type ReadLine } from '../bank-line.ts';
import type { Reading } from '../read-bank-csv.ts';
import type { BankFormat } from './bank-format.ts';
import { readMt940Details } from './mt940-details.ts';
import { withOwnIds } from './own-ids.ts';
import { StatementBalances } from './statement-balances.ts';
import { linesIn } from './text-lines.ts';

/**
 * Maximum number of lines in which the first field is searched: banks put their own lines or the
 * blocks of SWIFT before it.
 */
const LINES_BEFORE_MAX = 12;

const isSwift = (start: string): boolean =>
  start
    .split(/\r\n|\n|\r/, LINES_BEFORE_MAX)
    .some((line) => /^(\{1:.*\{4:)?\s*:(20|25P?|28C?|60[FM]|61|62[FM]|86|NS):/.test(line)) ||
  /^\{1:[^]{0,200}\{2:[IO]94[02]/.test(start);

/** True for an interim report, which has a floor limit or sums instead of an opening balance. */
const isInterim = (start: string): boolean =>
  /\{2:[IO]942/.test(start) || (/^:(34F|13D|90[CD]):/m.test(start) && !/^:60[FM]:/m.test(start));

export const mt940: BankFormat = {
  name: 'mt940',
  recognises: (start) => isSwift(start) && !isInterim(start),
  read: (text, reading) => readMessages(text, reading, true),
};

export const mt942: BankFormat = {
  name: 'mt942',
  recognises: (start) => isSwift(start) && isInterim(start),
  read: (text, reading) => readMessages(text, reading, isInterimBooked(reading)),
};

/**
 * Asks whether the payments are booked: some banks report booked payments during the day, others
 * only announce them.
 */
function isInterimBooked({ questions }: Reading): boolean {
  const answer = questions.ask({
    key: 'status:mt942',
    kind: 'status',
    choices: fileQuestionChoices.status,
    column: 'MT942',
    word: 'MT942',
  });
  return answer !== 'not-booked';
}

async function* readMessages(
  text: AsyncIterable<string>,
  { currency, questions }: Reading,
  isBooked: boolean,
): AsyncGenerator<ReadLine> {
  const balances = new StatementBalances();
  const lines: ReadLine[] = [];
  for await (const fields of messagesIn(text)) {
    const message = readMessage(fields, { usual: currency, before: lines.length, isBooked });
    lines.push(...message.lines);
    if (lines.length > BANK_LINES_MAX) throw tooManyLines();
    const { account, opening, closing, movedMinor } = message;
    if (opening === null || closing === null) continue;
    balances.check({
      account,
      currency: message.currency,
      openingMinor: opening,
      closingMinor: closing,
      movedMinor,
    });
  }
  balances.settle(questions);
  yield* withOwnIds(lines);
}

type Field = { readonly tag: string; text: string };

/** Maximum number of fields in one message: five for each line that a file may have. */
const FIELDS_MAX = 5 * BANK_LINES_MAX;

/** Blocks of SWIFT enclose a message; without them a dash ends it, at one bank `-XXX`. */
const startOfBlock = /^\{1:.*\{4:/;
const endOfBlock = /^\s*-\}/;
const dash = /^\s*-(XXX)?\s*$/;

async function* messagesIn(text: AsyncIterable<string>): AsyncGenerator<readonly Field[]> {
  let fields: Field[] = [];
  let isClosed = false;
  for await (const whole of linesIn(text)) {
    const line = whole.replace(startOfBlock, '').replace(/^\s+(?=:\d\d[A-Z]?:)/, '');
    const [, tag, value = ''] = /^:(\d\d[A-Z]?|NS):(.*)$/.exec(line) ?? [];
    const isDash = dash.test(line);
    // The details of an entry before the closing balance may have a line with only a dash.
    const isInDetails = !isClosed && fields.at(-1)?.tag === '86';
    const isEnd = startOfBlock.test(whole) || endOfBlock.test(line) || (isDash && !isInDetails);
    if ((isEnd || tag === '20') && fields.length > 0) {
      yield fields;
      fields = [];
      isClosed = false;
    }
    if (tag?.startsWith('62') === true) isClosed = true;
    if (tag !== undefined) fields.push({ tag, text: value });
    else if (!isEnd && !isDash) {
      const last = fields.at(-1);
      if (last) last.text += `\n${line}`;
    }
    if (fields.length > FIELDS_MAX) throw tooManyLines();
  }
  if (fields.length > 0) yield fields;
}

type Terms = {
  readonly usual: string;
  /** Number of lines in earlier messages. */
  readonly before: number;
  readonly isBooked: boolean;
};

type Entry = { readonly text: string; details: string };

function readMessage(fields: readonly Field[], { usual, before, isBooked }: Terms) {
  const textOf = (...tags: readonly string[]) =>
    fields
      .find(({ tag }) => tags.includes(tag))
      ?.text.split('\n')[0]
      ?.trim() ?? '';
  const entries = entriesIn(fields, before);
  const own = accountIn(textOf('25', '25P'));
  const [textBefore, textAfter] = [textOf('60F', '60M'), textOf('62F', '62M')];
  const currency =
    [textBefore, textAfter].map(currencyOf).find((code) => code !== '') ??
    (own.currency || (/^[A-Z]{3}/.exec(textOf('34F'))?.[0] ?? ''));
  if (currency === '' && entries.length > 0) throw lineNotRead(before + 1, ':60F:');
  const read = entries.map((entry, at) =>
    readEntry(entry, {
      account: own.account,
      currency: currency || usual,
      number: before + at + 1,
    }),
  );
  return {
    account: own.account,
    currency: currency || usual,
    opening: balanceOf(textBefore, currency),
    closing: balanceOf(textAfter, currency),
    movedMinor: read.reduce((sum, { movedMinor }) => sum + movedMinor, 0),
    lines: read.map(({ line }) =>
      isBooked ? line : { ...line, leftOut: line.leftOut ?? ('not-booked' as const) },
    ),
  };
}

/** Joins each entry with its details; details after a balance are about the statement. */
function entriesIn(fields: readonly Field[], before: number): readonly Entry[] {
  const entries: Entry[] = [];
  let open: Entry | null = null;
  for (const { tag, text } of fields) {
    if (tag === '61') {
      open = { text, details: '' };
      entries.push(open);
    } else if (tag === '86' || tag === 'NS') {
      if (open) open.details += (open.details === '' ? '' : '\n') + text;
    } else {
      // An account after an entry means that a line is damaged.
      if (tag === '25' && entries.length > 0) throw lineNotRead(before + entries.length, ':25:');
      open = null;
    }
  }
  return entries;
}

function accountIn(text: string): { readonly account: string; readonly currency: string } {
  const [, account = '', code = ''] = /^(.*[\d/])\s*([A-Z]{3})$/.exec(text) ?? [];
  return currencyDecimals(code) === undefined
    ? { account: text, currency: '' }
    : { account: account.replace(/\/$/, ''), currency: code };
}

const balance = /^(R?[CD])(\d{6})([A-Z]{3})?\s*(\d+(?:,\d*)?)$/;

const currencyOf = (text: string): string => balance.exec(text)?.[3] ?? '';

function balanceOf(text: string, currency: string): number | null {
  const [, side, , , amount] = balance.exec(text) ?? [];
  const minor = amount === undefined ? null : minorIn(amount, currency);
  return minor !== null && side?.endsWith('D') ? 0 - minor : minor;
}

function minorIn(amount: string, currency: string): number | null {
  const parsed = parseMoney(amount.replace(',', '.'), currency);
  return parsed.ok && !parsed.value.digitsWereLost ? Number(parsed.value.amountMinor) : null;
}

type Place = { readonly account: string; readonly currency: string; readonly number: number };

/**
 * The subfields of an entry: value day, day of the entry, mark, funds code, amount, type, reference
 * of the customer, reference of the bank, and further text.
 */
const subfields =
  /^(\d{6})(\d{4})? *(RC|RD|EC|ED|C|D)([A-Z])? *(\d{1,15}(?:,\d*)?)(?:([A-Z][A-Z0-9 ]{3})(.*))?$/;

function readEntry({ text, details }: Entry, { account, currency, number }: Place) {
  const [first = '', ...further] = text.split('\n');
  const [, value, entered, mark = '', , amount = '', , references = ''] =
    subfields.exec(first) ?? [];
  const amountMinor = minorIn(amount, currency);
  if (value === undefined || amountMinor === null) throw lineNotRead(number, ':61:');
  const days = daysOf(value, entered);
  if (!days) throw lineNotRead(number, ':61:');
  const [customer = '', bank = ''] = references.split('//');
  const reference = customer.slice(0, 16).trim();
  const supplement = [customer.slice(16).trim(), ...further].filter((one) => one.trim() !== '');
  const { name, payerAccount, purpose, isReturn } = readMt940Details(details);
  const own = isReference(reference) ? [reference] : [];
  const texts = [purpose || supplement.join(' '), ...own].filter((one) => one !== '');
  const line: ReadLine = {
    account,
    bankId: isReference(bank.trim()) ? bank.trim() : '',
    ...days,
    amountMinor,
    currency,
    debtorName: name,
    payerAccount,
    remittance: [...new Set(texts)].join(' · '),
    direction: outgoing.has(mark) ? 'out' : 'in',
    leftOut: leftOutBy(mark, amountMinor, isReturn),
    mark: '',
    row: `${text}\n${details}`,
  };
  return { line, movedMinor: (signOf[mark] ?? 0) * amountMinor };
}

/** Marks of debits, also expected ones, and of reversed credits. */
const outgoing: ReadonlySet<string> = new Set(['D', 'ED', 'RC']);

/** A reversed credit reduces the balance. Expected entries do not change it. */
const signOf: Readonly<Record<string, number>> = { C: 1, RD: 1, D: -1, RC: -1 };

function leftOutBy(mark: string, amountMinor: number, isReturn: boolean): ReadLine['leftOut'] {
  if (mark.startsWith('E')) return 'not-booked';
  if (mark.startsWith('R') || isReturn) return 'reversal';
  if (mark === 'D') return 'debit';
  return amountMinor === 0 ? 'zero' : null;
}

/**
 * True if a text is a reference. Banks write NONREF if there is none, and a code such as KREF+ if
 * the reference is in the details.
 */
const isReference = (text: string): boolean =>
  text !== '' && !/^(NONREF|NOTPROVIDED|[A-Z]{4}\+?)$/i.test(text);

/**
 * Reads both days of an entry. The day of the entry has no year; the year that brings it nearest to
 * the value day is used. Banks that count 30 days a month also write value days such as 30
 * February, which is the last day of February.
 */
function daysOf(value: string, entered: string | undefined) {
  const year = Number(value.slice(0, 2)) + (Number(value.slice(0, 2)) < 80 ? 2000 : 1900);
  const valueOn = dayIn(year, value.slice(2)) ?? lastOfFebruary(year, value.slice(2));
  if (valueOn === null) return null;
  if (entered === undefined) return { bookedOn: valueOn, valueOn };
  const bookedOn = [year - 1, year, year + 1]
    .map((one) => dayIn(one, entered))
    .filter((day) => day !== null)
    .toSorted((one, other) => distance(one, valueOn) - distance(other, valueOn))[0];
  return bookedOn === undefined ? null : { bookedOn, valueOn };
}

function dayIn(year: number, monthDay: string): string | null {
  const day = `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
  return isCalendarDate(day) ? day : null;
}

const lastOfFebruary = (year: number, monthDay: string): string | null =>
  /^02(29|30)$/.test(monthDay) ? (dayIn(year, '0229') ?? dayIn(year, '0228')) : null;

const distance = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other));
