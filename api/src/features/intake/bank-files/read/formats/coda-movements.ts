import { lineNotRead, type ReadLine } from '../bank-line.ts';

/** A record of 128 characters with its line number in the file. */
export type CodaRecord = { readonly text: string; readonly row: number };

/** A movement or one of its details: record 2.1 with the records 2.2, 2.3 and 3 that belong to it. */
export type CodaMovement = CodaRecord & {
  readonly detail: string;
  /** The kind of amount: a single one, a total, or a detail of either. */
  readonly type: string;
  readonly minor: number;
  readonly isCredit: boolean;
  readonly bookedOn: string;
  readonly valueOn: string;
  readonly continued: CodaRecord[];
  readonly information: CodaRecord[];
};

export type CodaAccount = { readonly account: string; readonly currency: string };

/** Returns the characters between two positions, which count from 1 as in the specification. */
export const charactersOf = ({ text }: Pick<CodaRecord, 'text'>, from: number, to: number) =>
  text.slice(from - 1, to);

/** The types of a total's details, by the type of the total. */
const detailTypes: Readonly<Record<string, string>> = { 1: '5', 2: '67' };

/**
 * Returns the part of a movement that counts: the details of a total if they add up to it,
 * otherwise the movement itself. The details of a single amount only explain it, such as its fees.
 */
export function countedOf(movement: CodaMovement, details: readonly CodaMovement[]) {
  const types = detailTypes[movement.type];
  if (types === undefined) return [movement];
  const parts = details.filter(({ type }) => types.includes(type));
  const sum = parts.reduce((total, part) => total + signed(part), 0);
  return parts.length > 0 && sum === signed(movement) ? parts : [movement];
}

const signed = ({ minor, isCredit }: CodaMovement): number => (isCredit ? minor : -minor);

export function lineOf(movement: CodaMovement, { account, currency }: CodaAccount): ReadLine {
  const { text, isReturned } = communicationOf(movement);
  const { isCredit, minor, bookedOn, valueOn } = movement;
  const isUndone = isReturned || (isCredit && undoing.test(transactionOf(movement)));
  return {
    account,
    bankId: charactersOf(movement, 11, 31).trim(),
    bookedOn,
    valueOn,
    amountMinor: minor,
    currency,
    debtorName: nameOf(movement),
    payerAccount: /^\S*/.exec(fieldOf(movement, '23', [11, 47]))?.[0] ?? '',
    remittance: [text, ...notesOf(movement), referenceOf(movement)].reduce(
      (whole, part) => (whole.includes(part) ? whole : [whole, part].filter(Boolean).join(' · ')),
      '',
    ),
    direction: isCredit ? 'in' : 'out',
    leftOut: isUndone ? 'reversal' : !isCredit ? 'debit' : minor === 0 ? 'zero' : null,
    mark: '',
    row: [movement, ...movement.continued, ...movement.information]
      .map((record) => record.text)
      .join('\n'),
  };
}

/** Returns the family and the transaction of a movement, such as 0150 for a transfer received. */
const transactionOf = (movement: CodaMovement): string => charactersOf(movement, 55, 58);

/**
 * Transactions that credit an earlier debit again, because it was not executed or was paid back,
 * reversed or corrected.
 */
const undoing = /^(0[12]54|036[023]|055[468]|4154|\d\d99)$/;

type Span = readonly [from: number, to: number];

/** Returns a field of a continuing record; empty if the movement does not have that record. */
function fieldOf({ continued }: CodaMovement, kind: string, [from, to]: Span): string {
  const record = continued.find(({ text }) => text.startsWith(kind));
  return record ? charactersOf(record, from, to).trim() : '';
}

/** Returns the kind and text of each record of further information, which has up to three parts. */
function informationOf({ information }: CodaMovement) {
  const texts: { kind: string; text: string }[] = [];
  for (const record of information) {
    const last = texts.at(-1);
    if (record.text.startsWith('31')) {
      const isStructured = charactersOf(record, 40, 40) === '1';
      const kind = isStructured ? charactersOf(record, 41, 43) : '';
      texts.push({ kind, text: charactersOf(record, isStructured ? 44 : 41, 113) });
    } else if (last) {
      last.text += charactersOf(record, 11, record.text.startsWith('32') ? 115 : 100);
    }
  }
  return texts;
}

/** Information of this kind begins with the name of the other party. */
const ofCounterparty = '001';

function nameOf(movement: CodaMovement): string {
  const stated = fieldOf(movement, '23', [48, 82]);
  const other = informationOf(movement).find(({ kind }) => kind === ofCounterparty);
  return stated || (other?.text.slice(0, 70).trim() ?? '');
}

/** Returns the free texts about the movement, which may name a loan. */
const notesOf = (movement: CodaMovement): readonly string[] =>
  informationOf(movement)
    .filter(({ kind }) => kind === '' || kind === '002')
    .map(({ text }) => oneLine(text));

/** Returns the reference that the payer gave to the payment; empty if there is none. */
function referenceOf(movement: CodaMovement): string {
  const reference = fieldOf(movement, '22', [64, 98]);
  return /^(NOT ?PROVIDED|NONREF)$/i.test(reference) ? '' : reference;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function communicationOf(movement: CodaMovement) {
  const part = (kind: string, [from, to]: Span) => {
    const record = movement.continued.find(({ text }) => text.startsWith(kind));
    return record ? charactersOf(record, from, to) : '';
  };
  const whole =
    charactersOf(movement, 63, 115) + part('22', [11, 63]).padEnd(53) + part('23', [83, 125]);
  const returnKind = fieldOf(movement, '22', [113, 113]);
  if (charactersOf(movement, 62, 62) !== '1') {
    return { text: oneLine(whole), isReturned: /[1-5]/.test(returnKind) };
  }
  const [kind, content] = [whole.slice(0, 3), whole.slice(3)];
  if (kind === '101' || kind === '102') {
    return { text: structuredOf(content, movement), isReturned: /[1-5]/.test(returnKind) };
  }
  if (kind === '127') {
    // European direct debit: the mandate, a text and whether the debit came back.
    const [mandate, text] = [content.slice(44, 79), content.slice(79, 141)].map(oneLine);
    const isReturned = /[1-5]/.test(returnKind + content.slice(141, 142));
    return { text: [text, mandate].filter(Boolean).join(' · '), isReturned };
  }
  return { text: oneLine(content), isReturned: /[1-5]/.test(returnKind) };
}

/** Writes a structured message as payers know it: `+++090/9337/55493+++`. */
function structuredOf(content: string, { row }: CodaRecord): string {
  const [, one, two, three] = /^(\d{3})(\d{4})(\d{5})(?!\d)/.exec(content) ?? [];
  if (one === undefined) throw lineNotRead(row, '66-77');
  return `+++${one}/${two}/${three}+++`;
}
