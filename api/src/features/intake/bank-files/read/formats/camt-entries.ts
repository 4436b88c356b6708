import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { parseMoney } from '@bursar/loan-maths/money';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import { lineNotRead, tooManyLines, type ReadLine } from '../bank-line.ts';
import { comparableTerm, statusMeant } from '../bank-terms.ts';
import {
  accountIn,
  allIn,
  dayIn,
  inside,
  textIn,
  writtenIn,
  type Element,
} from './camt-elements.ts';

type Place = {
  readonly account: string;
  /** The day on which the bank made the statement. */
  readonly createdOn: string;
  readonly number: number;
  /** The number of the notification (camt.054) in the file; null in other messages. */
  readonly notification: number | null;
  readonly questions: FileQuestions;
};

type ReadEntry = {
  readonly lines: readonly ReadLine[];
  readonly currency: string;
  /** The change of the balance by this entry, in minor units; 0 if it is not booked. */
  readonly movedMinor: number;
};

export function readEntry(entry: Element, place: Place): ReadEntry {
  const { account, number, questions } = place;
  const whole = amountOf(inside(entry, 'Amt'), number);
  const byStatus = leftOutByStatus(entry, questions);
  const days = daysOf(entry, place, byStatus === null);
  const grouped = allIn(entry, 'NtryDtls').flatMap((group) => allIn(group, 'TxDtls'));
  // Version 1 has the details directly in the entry.
  const details = grouped.length > 0 ? grouped : allIn(entry, 'TxDtls');
  const parts = splitBatch(details, { entry, whole, number });
  const entryRef = bankIdIn(textIn(entry, 'NtryRef'));
  const row = writtenIn(entry);
  const isReversal = isTrue(textIn(entry, 'RvslInd'));
  const lines = parts.map(({ detail, amountMinor, direction, bankId, mark }) => ({
    account,
    bankId,
    ...days,
    amountMinor,
    currency: whole.currency,
    debtorName: isOneOfMany(entry, details)
      ? ''
      : oneOf(detail.map((one) => partyOf(one, direction))),
    payerAccount: isOneOfMany(entry, details)
      ? ''
      : oneOf(detail.map((one) => partyAccountOf(one, direction))),
    remittance: remittanceOf(detail, entry),
    direction: direction === 'DBIT' ? ('out' as const) : ('in' as const),
    leftOut:
      byStatus ??
      (isReversal || detail.some(isReturn) ? 'reversal' : leftOutByAmount(direction, amountMinor)),
    batchIds: batchIdsOf(entry, { detail, place, days, isSplit: parts.length > 1 }),
    // The entry's reference is unique only in this statement, so it is no id of the line and only
    // helps to distinguish equal lines.
    mark: bankId === '' ? [entryRef, mark].filter((text) => text !== '').join('/') : mark,
    row,
  }));
  const signed = directionOf(entry, number) === 'DBIT' ? -whole.amountMinor : whole.amountMinor;
  return { lines, currency: whole.currency, movedMinor: byStatus === null ? signed : 0 };
}

/** Minimum length of a reference that identifies a batch; shorter ones are counters or words. */
const BATCH_ID_MIN = 6;

type OfBatch = {
  readonly detail: readonly Element[];
  readonly place: Place;
  readonly days: { readonly bookedOn: string };
  readonly isSplit: boolean;
};

/**
 * Returns the ids that group the lines of a batch and may link them with their total in another
 * file: a notification may list the payments that the statement has as one total.
 */
function batchIdsOf(entry: Element, { detail, place, days, isSplit }: OfBatch): readonly string[] {
  const { notification, number } = place;
  const batches = allIn(entry, 'NtryDtls').map((group) => inside(group, 'Btch'));
  const references = [
    textIn(entry, 'AcctSvcrRef'),
    textIn(entry, 'NtryRef'),
    ...batches.flatMap((batch) => [textIn(batch, 'PmtInfId'), textIn(batch, 'MsgId')]),
    ...detail.map((one) => textIn(one, 'Refs', 'PmtInfId')),
  ].map(bankIdIn);
  const ids = references.filter((id) => id.length >= BATCH_ID_MIN);
  if (isSplit) ids.push(`#entry ${number} ${days.bookedOn}`);
  if (notification !== null) ids.push(`#notification ${notification} ${days.bookedOn}`);
  return [...new Set(ids)];
}

/**
 * Reads the booking day and the value day. An entry that is not booked yet may have no day; it gets
 * the day of the statement.
 */
function daysOf(entry: Element, { createdOn, number }: Place, isMoney: boolean) {
  const [booked, value] = [dayIn(entry, 'BookgDt'), dayIn(entry, 'ValDt')];
  const other = isMoney ? '' : createdOn;
  const bookedOn = booked || value || other;
  if (!isCalendarDate(bookedOn)) throw lineNotRead(number, 'BookgDt');
  const valueOn = value || booked || other;
  if (!isCalendarDate(valueOn)) throw lineNotRead(number, 'ValDt');
  return { bookedOn, valueOn };
}

/** Returns whether the bank gives details of only some of the payments in the entry. */
const isOneOfMany = (entry: Element, details: readonly Element[]): boolean =>
  allIn(entry, 'NtryDtls').reduce(
    (sum, group) => sum + Number(textIn(group, 'Btch', 'NbOfTxs') || 0),
    0,
  ) > details.length;

/** Returns whether the payment was returned, such as a direct debit without sufficient funds. */
const isReturn = (detail: Element): boolean => inside(detail, 'RtrInf') !== undefined;

const isTrue = (text: string): boolean => ['true', '1'].includes(text);

type Part = {
  readonly detail: readonly Element[];
  readonly amountMinor: number;
  readonly direction: 'CRDT' | 'DBIT';
  readonly bankId: string;
  readonly mark: string;
};

type Entry = {
  readonly entry: Element;
  readonly whole: Money;
  readonly number: number;
};

/**
 * Splits an entry that contains several payments into one line each, if the bank states each amount
 * and the amounts add up. Otherwise the entry stays one line.
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
    const amount = amountIn(detail, whole.currency, number);
    const own = ids[place] ?? '';
    const isOwn = own !== entryId && counts.get(own) === 1;
    const inEntry = entryId === '' ? '' : `${entryId}/${place + 1}`;
    return {
      detail: [detail],
      amountMinor: amount,
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

/**
 * Returns the amount of a payment in the account's currency; null if the bank does not state it.
 */
function amountIn(detail: Element, currency: string, number: number): number | null {
  const amounts = inside(detail, 'AmtDtls');
  const stated = [
    inside(detail, 'Amt'),
    inside(amounts, 'TxAmt', 'Amt'),
    inside(amounts, 'CntrValAmt', 'Amt'),
  ].find((amount) => amount?.attributes['Ccy'] === currency);
  return stated ? amountOf(stated, number).amountMinor : null;
}

/** Returns a reference; empty for the words that banks write if they have none. */
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
  return meant === null && !isBooked(entry, { status, questions }) ? 'not-booked' : null;
}

type Status = { readonly status: string; readonly questions: FileQuestions };

function isBooked(entry: Element, { status, questions }: Status): boolean {
  const amount = inside(entry, 'Amt');
  const shown = [dayIn(entry, 'BookgDt'), amount?.text.trim(), amount?.attributes['Ccy']];
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

function amountOf(element: Element | undefined, number: number): Money {
  const money = moneyIn(element);
  if (!money) throw lineNotRead(number, 'Amt');
  return money;
}

type Money = { readonly currency: string; readonly amountMinor: number };

/** Reads an amount; null if it is missing, negative or not exact in its currency. */
export function moneyIn(element: Element | undefined): Money | null {
  const currency = element?.attributes['Ccy'] ?? '';
  const parsed = parseMoney(element?.text.trim() ?? '', currency);
  if (!parsed.ok || parsed.value.digitsWereLost || parsed.value.amountMinor < 0) return null;
  return { currency, amountMinor: Number(parsed.value.amountMinor) };
}

const otherParty = { CRDT: 'Dbtr', DBIT: 'Cdtr' } as const;

/** Returns the name of the other party: the payer of a credit, the payee of a debit. */
function partyOf(detail: Element, direction: Part['direction']): string {
  const parties = inside(detail, 'RltdPties');
  const other = otherParty[direction];
  for (const role of [other, `Ultmt${other}`]) {
    const party = inside(parties, role);
    const paths = [['Nm'], ['Pty', 'Nm'], ['Agt', 'FinInstnId', 'Nm']];
    const name = paths.map((path) => textIn(party, ...path)).find((text) => text !== '');
    if (name !== undefined) return name;
  }
  return '';
}

const partyAccountOf = (detail: Element, direction: Part['direction']): string =>
  accountIn(inside(detail, 'RltdPties', `${otherParty[direction]}Acct`));

/** Returns the name or account that all payments share; empty if they differ. */
function oneOf(names: readonly string[]): string {
  const [name = '', ...others] = new Set(names);
  return others.length === 0 ? name : '';
}

function remittanceOf(details: readonly Element[], entry: Element): string {
  const texts = details.flatMap((detail) => [
    allIn(inside(detail, 'RmtInf'), 'Ustrd')
      .map(({ text }) => text.trim())
      .join(' '),
    ...allIn(inside(detail, 'RmtInf'), 'Strd').flatMap((remittance) => [
      textIn(remittance, 'CdtrRefInf', 'Ref') || textIn(remittance, 'CdtrRefInf', 'CdtrRef'),
      ...allIn(remittance, 'RfrdDocInf').map(
        (document) => textIn(document, 'Nb') || textIn(document, 'RfrdDocNb'),
      ),
      ...allIn(remittance, 'AddtlRmtInf').map(({ text }) => text.trim()),
    ]),
    bankIdIn(textIn(detail, 'Refs', 'EndToEndId')),
  ]);
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  if (distinct.length > 0) return distinct.join(' · ');
  return textIn(details[0], 'AddtlTxInf') || textIn(entry, 'AddtlNtryInf');
}
