import { currenciesMeant } from '../../../../../platform/table-files/currency-signs.ts';
import { readNumberAs } from '../../../../../platform/table-files/number-format.ts';
import { isYes, sideMeant, statusMeant } from '../bank-terms.ts';
import type { Head, Places } from './bank-headings.ts';
import { columnOfBorrowers, looksLikeNames, type KnowsNames } from './payer-columns.ts';
import { looksLikeAmount, looksLikeDay, mayBeDay } from './value-shapes.ts';

type Cells = readonly { readonly cells: readonly string[] }[];

/**
 * Suggests fields for the columns that have no known heading, by their values. A person confirms
 * them before the file is read.
 */
export async function proposeColumns(
  rows: Cells,
  { width, head, knowsNames }: Proposing,
): Promise<Places<Head>> {
  const proposed = new Map(head);
  const free = () => freeColumns(rows, { width, head: proposed });
  const propose = (name: Head, isFitting: (values: readonly string[]) => boolean) => {
    if (proposed.has(name)) return;
    const found = free().find(({ values }) => isFitting(values));
    if (found) proposed.set(name, [found.place]);
  };
  propose('bookedOn', (values) => values.every(isDay));
  propose('valueOn', (values) => values.every(isDay));
  propose('currency', (values) =>
    values.every((text) => text.length <= 4 && currenciesMeant(text).length > 0),
  );
  propose('payerAccount', (values) => values.some(isIban));
  if (!proposed.has('amount') && !proposed.has('credit') && !proposed.has('debit')) {
    const amounts = free().filter(({ values }) => values.every(isMoney));
    const signed = amounts.find(({ values }) =>
      values.some((text) => /^\s*[-–(]|[-–]\s*$/.test(text)),
    );
    const only = amounts.length === 1 ? amounts[0] : undefined;
    const found = signed ?? only;
    if (found) proposed.set('amount', [found.place]);
  }
  if (!proposed.has('balance')) {
    const balance = free().find(({ place }) => runsWith(rows, proposed, place));
    if (balance) proposed.set('balance', [balance.place]);
  }
  await proposeTexts(proposed, free(), knowsNames);
  return proposed;
}

type Proposing = {
  readonly width: number;
  readonly head: Places<Head>;
  readonly knowsNames: KnowsNames;
};

type Column = { readonly place: number; readonly values: readonly string[] };

/** Returns the columns that have values and do not yet belong to a field. */
export function freeColumns(
  rows: Cells,
  { width, head }: Pick<Proposing, 'width' | 'head'>,
): readonly Column[] {
  const used = new Set([...head.values()].flat());
  return Array.from({ length: width }, (_, place) => place)
    .filter((place) => !used.has(place))
    .map((place) => ({ place, values: valuesAt(rows, place) }))
    .filter(({ values }) => values.length > 0);
}

/** Suggests the purpose and the payer. */
async function proposeTexts(
  proposed: Map<Head, readonly number[]>,
  columns: readonly Column[],
  knowsNames: KnowsNames,
): Promise<void> {
  const texts = columns
    .filter(({ values }) => values.some((text) => /\p{L}/u.test(text)))
    .toSorted((one, other) => lengthOf(other.values) - lengthOf(one.values));
  const ofBorrowers = proposed.has('debtorName')
    ? null
    : await columnOfBorrowers(texts, knowsNames);
  const hasDigits = (text: string) => /\d/.test(text);
  const others = texts.filter(({ place }) => place !== ofBorrowers);
  const purpose = proposed.has('remittance')
    ? undefined
    : (others.find(({ values }) => values.some(hasDigits) && !looksLikeNames(values)) ??
      others.find(({ values }) => values.some(hasDigits)) ??
      others[0]);
  if (purpose) proposed.set('remittance', [purpose.place]);
  if (proposed.has('debtorName')) return;
  const left = others.filter((one) => one !== purpose);
  const named =
    left.find(({ values }) => looksLikeNames(values)) ??
    left.find(({ values }) => areWords(values));
  const payer = ofBorrowers ?? named?.place;
  if (payer !== undefined) proposed.set('debtorName', [payer]);
}

/** Returns whether a column changes from line to line by each line's amount, in either order. */
function runsWith(rows: Cells, proposed: Places<Head>, place: number): boolean {
  const [amount] = proposed.get('amount') ?? [];
  if (amount === undefined) return false;
  const lines = rows.flatMap(({ cells }) => {
    const [moved, balance] = [numberIn(cells[amount]), numberIn(cells[place])];
    return moved === null || balance === null ? [] : [{ moved, balance }];
  });
  const runs = (ordered: typeof lines) =>
    ordered.every(({ moved, balance }, at) => {
      const before = ordered[at - 1];
      return !before || Math.abs(balance - before.balance - moved) < 0.005;
    });
  return lines.length > 1 && (runs(lines) || runs(lines.toReversed()));
}

/**
 * Reads a number with the decimal mark that it seems to have; the result only supports a
 * suggestion.
 */
function numberIn(cell = ''): number | null {
  const isComma = /,\d{1,2}(?!\d)\D*$/.test(cell);
  const read = readNumberAs(cell, isComma ? 'comma' : 'point');
  return read && Number(read.decimal);
}

function valuesAt(rows: Cells, place: number): readonly string[] {
  return rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== '');
}

/**
 * True if a text can be a day. Eight digits must also form a plausible date, because they are more
 * often a number.
 */
const isDay = (text: string): boolean =>
  mayBeDay(text) &&
  (!/^\d{8}$/.test(text) ||
    /^(1[34]|19|20|21)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(text) ||
    /^[0-3]\d[0-3]\d(1[34]|19|20|21)\d\d$/.test(text));

/**
 * Whether the values can be payers, even with names of one word. A value that all lines share names
 * no payer, unless there is only one line.
 */
const areWords = (values: readonly string[]): boolean =>
  values.every((text) => /\p{L}{2}/u.test(text) && !/\d/.test(text)) &&
  !values.every(isWordOfBank) &&
  (values.length === 1 || new Set(values).size > 1);

/** True for a word such as "No", "Booked", "Debit" or "EUR", which names no payer. */
const isWordOfBank = (text: string): boolean =>
  isYes(text) !== null ||
  sideMeant(text) !== null ||
  statusMeant(text) !== null ||
  /^\p{Lu}{3}$/u.test(text);

const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text.replaceAll(/\s/g, ''));

/**
 * True if a text can be an amount. Numbers without decimals that have many digits, or zeros before
 * them, are more often references.
 */
const isMoney = (text: string): boolean =>
  looksLikeAmount(text) && !looksLikeDay(text) && !/^(\d{7,}|0\d+)$/.test(text);

const lengthOf = (values: readonly string[]): number =>
  values.reduce((sum, text) => sum + text.length, 0) / values.length;
