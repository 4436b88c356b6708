import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { parseMoney } from '@bursar/loan-maths/money';
import { readXml, type XmlHandlers } from '../../../platform/table-files/xml-events.ts';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import type { FileQuestions } from '../imports/read/file-questions.ts';
import { lineNotRead, notRecognised, tooManyLines, type ReadLine } from './bank-line.ts';
import { comparableTerm, statusMeant } from './bank-terms.ts';

type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
};

/**
 * Reads the entries of an ISO 20022 bank-to-customer statement (camt.053) of any version. If
 * versions put an element in different places, such as the debtor's name, both are read.
 */
export async function* readCamt(
  text: AsyncIterable<string>,
  questions: FileQuestions,
): AsyncGenerator<ReadLine> {
  const reader = new StatementReader();
  let number = 0;
  for await (const { entry, account } of entriesIn(text, reader)) {
    number += 1;
    yield* linesOf(entry, { account, number, questions });
  }
  if (!reader.isStatement) throw notRecognised();
}

type AccountEntry = { readonly entry: Element; readonly account: string };

async function* entriesIn(text: AsyncIterable<string>, reader: StatementReader) {
  try {
    yield* readXml<AccountEntry>(inUtf8(text), reader, () => reader.takeEntries());
  } catch {
    // The parser failed: the file is not well-formed or exceeds its limits.
    throw notRecognised();
  }
}

async function* inUtf8(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/** Holds only the account and one entry of a statement at a time, to limit memory. */
class StatementReader implements XmlHandlers {
  isStatement = false;
  readonly #path: string[] = [];
  readonly #open: Element[] = [];
  #entries: AccountEntry[] = [];
  #account = '';

  takeEntries(): readonly AccountEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (name === 'BkToCstmrStmt') this.isStatement = true;
    if (parent === 'BkToCstmrStmt' && name === 'Stmt') this.#account = '';
    const isWanted = parent === 'Stmt' && (name === 'Acct' || name === 'Ntry');
    if (!isWanted && this.#open.length === 0) return;
    const element: Element = { name, attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  };

  readonly text = (text: string): void => {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  };

  readonly close = (): void => {
    this.#path.pop();
    const element = this.#open.pop();
    if (!element || this.#open.length > 0) return;
    if (element.name === 'Acct') {
      this.#account = accountIn(element);
    } else if (this.isStatement) {
      this.#entries.push({ entry: element, account: this.#account });
    }
  };
}

function inside(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  );
}

const textIn = (element: Element | undefined, ...path: readonly string[]): string =>
  inside(element, ...path)?.text.trim() ?? '';

const allIn = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

type Place = {
  readonly account: string;
  readonly number: number;
  readonly questions: FileQuestions;
};

function linesOf(entry: Element, { account, number, questions }: Place): readonly ReadLine[] {
  const whole = amountOf(inside(entry, 'Amt'), number);
  const [booked, value] = [dayOf(entry, 'BookgDt'), dayOf(entry, 'ValDt')];
  const bookedOn = booked || value;
  if (!isCalendarDate(bookedOn)) throw lineNotRead(number, 'BookgDt');
  const valueOn = value || booked;
  if (!isCalendarDate(valueOn)) throw lineNotRead(number, 'ValDt');
  const details = allIn(entry, 'NtryDtls').flatMap((group) => allIn(group, 'TxDtls'));
  const parts = splitBatch(details, { entry, whole, number });
  const byStatus = leftOutByStatus(entry, questions);
  const entryRef = bankIdIn(textIn(entry, 'NtryRef'));
  const row = writtenIn(entry);
  return parts.map(({ detail, amountMinor, direction, bankId, mark }) => ({
    account,
    bankId,
    bookedOn,
    valueOn,
    amountMinor,
    currency: whole.currency,
    debtorName: oneOf(detail.map(debtorOf)),
    payerAccount: oneOf(detail.map(payerAccountOf)),
    remittance: remittanceOf(detail, entry),
    leftOut: byStatus ?? leftOutByAmount(direction, amountMinor),
    // The entry's reference is unique only in this statement, so it serves only to distinguish
    // equal lines.
    mark: bankId === '' ? [entryRef, mark].filter((text) => text !== '').join('/') : mark,
    row,
  }));
}

/** The full content of an entry, to distinguish it from others. */
const writtenIn = ({ text, children }: Element): string =>
  text.trim() + children.map((child) => `<${child.name}>${writtenIn(child)}`).join('');

type Part = {
  readonly detail: readonly Element[];
  readonly amountMinor: number;
  readonly direction: string;
  readonly bankId: string;
  readonly mark: string;
};

type Entry = {
  readonly entry: Element;
  readonly whole: { readonly amountMinor: number; readonly currency: string };
  readonly number: number;
};

/**
 * Splits an entry over several payments into lines, if the bank states each amount and they add up.
 * Otherwise it stays one line for a user to check.
 */
function splitBatch(details: readonly Element[], { entry, whole, number }: Entry): readonly Part[] {
  const direction = directionOf(entry, number);
  const entryId = bankIdIn(textIn(entry, 'AcctSvcrRef'));
  const together = { detail: details, amountMinor: whole.amountMinor, direction, mark: '' };
  const [first] = details;
  if (!first || details.length === 1) {
    return [{ ...together, bankId: bankIdIn(textIn(first, 'Refs', 'AcctSvcrRef')) || entryId }];
  }
  const ids = details.map((detail) => bankIdIn(textIn(detail, 'Refs', 'AcctSvcrRef')));
  if (details.length > BANK_LINES_MAX) throw tooManyLines();
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const parts = details.map((detail, place) => {
    const stated = inside(detail, 'Amt') ?? inside(detail, 'AmtDtls', 'TxAmt', 'Amt');
    const amount = stated && amountOf(stated, number);
    const own = ids[place] ?? '';
    const isOwn = own !== entryId && counts.get(own) === 1;
    const inEntry = entryId === '' ? '' : `${entryId}/${place + 1}`;
    return {
      detail: [detail],
      amountMinor: amount?.currency === whole.currency ? amount.amountMinor : null,
      direction: inside(detail, 'CdtDbtInd') ? directionOf(detail, number) : direction,
      bankId: own !== '' && isOwn ? own : inEntry,
      mark: String(place),
    };
  });
  const known = parts.flatMap(({ amountMinor, ...part }) =>
    amountMinor === null ? [] : [{ ...part, amountMinor }],
  );
  const sum = known.reduce(
    (total, part) => total + (part.direction === direction ? 1 : -1) * part.amountMinor,
    0,
  );
  const addsUp = known.length === details.length && sum === whole.amountMinor;
  return addsUp ? known : [{ ...together, bankId: entryId }];
}

/** Banks write these words if they have no reference. */
const bankIdIn = (text: string): string => (/^(NOT ?PROVIDED|NONREF)$/i.test(text) ? '' : text);

function directionOf(element: Element, number: number): 'CRDT' | 'DBIT' {
  const direction = textIn(element, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw lineNotRead(number, 'CdtDbtInd');
  return direction;
}

function leftOutByStatus(entry: Element, questions: FileQuestions): ReadLine['leftOut'] {
  // Version 2 writes the status as text; later versions nest a code or the bank's own word.
  const status =
    textIn(entry, 'Sts', 'Cd') || textIn(entry, 'Sts') || textIn(entry, 'Sts', 'Prtry') || 'BOOK';
  const meant = statusMeant(status);
  if (meant !== null && meant !== 'booked') return meant;
  if (meant === null && !isBooked(entry, { status, questions })) return 'not-booked';
  return ['true', '1'].includes(textIn(entry, 'RvslInd')) ? 'reversal' : null;
}

type Status = { readonly status: string; readonly questions: FileQuestions };

function isBooked(entry: Element, { status, questions }: Status): boolean {
  const amount = inside(entry, 'Amt');
  const shown = [dayOf(entry, 'BookgDt'), amount?.text.trim(), amount?.attributes['Ccy']];
  const answer = questions.ask({
    key: `status:${comparableTerm(status)}`,
    kind: 'status',
    choices: fileQuestionChoices.status,
    column: 'Sts',
    word: status,
    values: [shown.filter((text) => text !== undefined && text !== '').join(' · ')],
  });
  return answer !== 'not-booked';
}

function leftOutByAmount(direction: string, amountMinor: number): ReadLine['leftOut'] {
  if (direction === 'DBIT') return 'debit';
  return amountMinor === 0 ? 'zero' : null;
}

function amountOf(element: Element | undefined, number: number) {
  const currency = element?.attributes['Ccy'] ?? '';
  const text = element?.text.trim() ?? '';
  const parsed = parseMoney(text, currency);
  if (!parsed.ok || parsed.value.digitsWereLost || parsed.value.amountMinor < 0) {
    throw lineNotRead(number, 'Amt');
  }
  return { currency, amountMinor: Number(parsed.value.amountMinor) };
}

const dayOf = (entry: Element, name: string): string =>
  (textIn(entry, name, 'Dt') || textIn(entry, name, 'DtTm')).slice(0, 10);

function debtorOf(detail: Element): string {
  const parties = inside(detail, 'RltdPties');
  for (const party of ['Dbtr', 'UltmtDbtr']) {
    const name = textIn(parties, party, 'Nm') || textIn(parties, party, 'Pty', 'Nm');
    if (name !== '') return name;
  }
  return '';
}

const payerAccountOf = (detail: Element): string =>
  accountIn(inside(detail, 'RltdPties', 'DbtrAcct'));

const accountIn = (account: Element | undefined): string =>
  textIn(account, 'Id', 'IBAN') || textIn(account, 'Id', 'Othr', 'Id');

/** Several different payers cannot be one name. */
function oneOf(names: readonly string[]): string {
  const [name = '', ...others] = new Set(names);
  return others.length === 0 ? name : '';
}

function remittanceOf(details: readonly Element[], entry: Element): string {
  const texts = details.flatMap((detail) => [
    allIn(inside(detail, 'RmtInf'), 'Ustrd')
      .map(({ text }) => text.trim())
      .join(' '),
    ...allIn(inside(detail, 'RmtInf'), 'Strd').map((remittance) =>
      textIn(remittance, 'CdtrRefInf', 'Ref'),
    ),
    bankIdIn(textIn(detail, 'Refs', 'EndToEndId')),
  ]);
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  if (distinct.length > 0) return distinct.join(' · ');
  return textIn(details[0], 'AddtlTxInf') || textIn(entry, 'AddtlNtryInf');
}
