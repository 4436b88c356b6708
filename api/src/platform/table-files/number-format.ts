import { westernDigits } from '@bursar/contracts/western-digits';
import { currenciesMeant } from './currency-signs.ts';

export type DecimalMark = 'point' | 'comma';

/** Cells of one kind: their count and the first distinct ones as in the file. */
export type CellTally = { count: number; readonly samples: string[] };

/**
 * Evidence from a column's cells about its decimal mark. It is a plain value, so that threads can
 * pass it on and several columns can be combined.
 */
export type NumberEvidence = {
  /** Cells that are numbers only if the point is the decimal mark: "950.75", "1,234,567". */
  readonly point: CellTally;
  /** Cells that are numbers only if the comma is the decimal mark: "950,75", "1.234.567". */
  readonly comma: CellTally;
  /** Cells that are different numbers with point and comma as the mark: "1.500". */
  readonly ambiguous: CellTally;
};

export type FormatVerdict =
  /** Every cell is unambiguous. */
  | { readonly kind: 'not-needed' }
  /** `proofs` are the cells that are numbers only with this mark. */
  | { readonly kind: 'proved'; readonly decimalMark: DecimalMark; readonly proofs: CellTally }
  /** Two cells prove opposite marks: the file has no single format. */
  | { readonly kind: 'contradicted'; readonly point: CellTally; readonly comma: CellTally }
  /** Every cell with a mark is a number with either mark, so the user must choose. */
  | { readonly kind: 'unproven'; readonly ambiguous: CellTally };

/** A parsed number cell, with its digits exactly as in the file. */
export type CellNumber = {
  /** A plain decimal with a point: "-1234.50". */
  readonly decimal: string;
  /** The currencies that a sign or code in the cell can mean; null if it states none. */
  readonly currencies: readonly string[] | null;
  readonly isPercent: boolean;
};

const SAMPLES_MAX = 5;

export function noEvidence(): NumberEvidence {
  const tally = () => ({ count: 0, samples: [] });
  return { point: tally(), comma: tally(), ambiguous: tally() };
}

/**
 * Records the evidence of one cell about its column's decimal mark; ignores text that is not a
 * number.
 */
export function noteNumber(evidence: NumberEvidence, cell: string): void {
  const evidenceKind = evidenceByScan(cell) ?? evidenceByParsing(cell);
  if (evidenceKind !== 'nothing') count(evidence[evidenceKind], cell);
}

/** Returns the verdict over one column or several columns together. */
export function formatVerdict(...evidence: readonly NumberEvidence[]): FormatVerdict {
  const point = together(evidence.map((one) => one.point));
  const comma = together(evidence.map((one) => one.comma));
  const ambiguous = together(evidence.map((one) => one.ambiguous));
  if (point.count > 0 && comma.count > 0) return { kind: 'contradicted', point, comma };
  if (point.count > 0) return { kind: 'proved', decimalMark: 'point', proofs: point };
  if (comma.count > 0) return { kind: 'proved', decimalMark: 'comma', proofs: comma };
  return ambiguous.count > 0 ? { kind: 'unproven', ambiguous } : { kind: 'not-needed' };
}

/**
 * Parses a cell as an exact number. With a null mark, only cells with one meaning are read. Returns
 * null if the cell is no number in this format; nothing is guessed.
 *
 * @example readNumberAs('1.234,50 €', 'comma') // { decimal: '1234.50', currencies: ['EUR'], … }
 */
export function readNumberAs(cell: string, mark: DecimalMark | null): CellNumber | null {
  const plain = scanPlainNumber(cell);
  if (plain) {
    const decimal = readPlainNumber(cell, plain, mark);
    return decimal === null ? null : { decimal, currencies: null, isPercent: false };
  }
  const parts = partsOf(cell);
  if (!parts) return null;
  const unsigned = mark === null ? readByEither(parts.body) : readBody(parts.body, mark);
  if (unsigned === null) return null;
  const decimal = parts.isNegative ? `-${unsigned}` : unsigned;
  return { decimal, currencies: parts.currencies, isPercent: parts.isPercent };
}

/**
 * Moves the point of a plain decimal exactly: by 2 to the right, 0.1349 becomes 13.49.
 *
 * @example moveDecimalPoint('1349', -2) // '13.49'
 */
export function moveDecimalPoint(decimal: string, places: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const at = Math.max(0, -places) + whole.length + places;
  const before = digits.slice(0, at).replace(/^0+(?=\d)/, '');
  const after = digits.slice(at).replace(/0+$/, '');
  return `${sign}${before}${after === '' ? '' : `.${after}`}`;
}

type EvidenceKind = keyof NumberEvidence | 'nothing';

/** The positions of a plain number's first digit and of its mark; `mark` is -1 without a mark. */
type PlainNumber = { readonly start: number; readonly mark: number; readonly canGroup: boolean };

/**
 * Scans a plain number, as most cells contain: ASCII digits with at most one mark between them and
 * an optional minus sign in front.
 * Returns null for all other cells.
 */
function scanPlainNumber(cell: string): PlainNumber | null {
  const start = cell.charCodeAt(0) === MINUS ? 1 : 0;
  if (cell.length === start || cell.length > CELL_MAX) return null;
  let mark = -1;
  for (let at = start; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if ((code !== POINT && code !== COMMA) || mark >= 0) return null;
    mark = at;
  }
  if (mark === start || mark === cell.length - 1) return null;
  const isThousands = cell.length - mark === 4 && mark - start <= 3;
  return { start, mark, canGroup: mark >= 0 && isThousands && cell.charCodeAt(start) !== ZERO };
}

function evidenceByScan(cell: string): EvidenceKind | null {
  const plain = scanPlainNumber(cell);
  if (!plain) return null;
  if (plain.mark < 0) return 'nothing';
  if (plain.canGroup) return 'ambiguous';
  return cell.charCodeAt(plain.mark) === POINT ? 'point' : 'comma';
}

/** Returns the same as `partsOf` and `readBody`, but faster, for a plain number. */
function readPlainNumber(
  cell: string,
  { start, mark, canGroup }: PlainNumber,
  decimalMark: DecimalMark | null,
): string | null {
  const sign = start === 1 ? '-' : '';
  if (mark < 0) return sign + withoutLeadingZeros(cell.slice(start));
  if (decimalMark === null) return null;
  const [whole, rest] = [cell.slice(start, mark), cell.slice(mark + 1)];
  const isDecimalMark = cell.charCodeAt(mark) === (decimalMark === 'point' ? POINT : COMMA);
  if (isDecimalMark) return `${sign}${withoutLeadingZeros(whole)}.${rest}`;
  return canGroup ? sign + whole + rest : null;
}

function withoutLeadingZeros(digits: string): string {
  if (digits.charCodeAt(0) !== ZERO) return digits;
  return digits.replace(/^0+(?=\d)/, '') || '0';
}

function evidenceByParsing(cell: string): EvidenceKind {
  const parts = partsOf(cell);
  if (!parts) return 'nothing';
  const byPoint = readBody(parts.body, 'point');
  const byComma = readBody(parts.body, 'comma');
  if (byPoint === byComma) return 'nothing';
  if (byPoint === null) return 'comma';
  return byComma === null ? 'point' : 'ambiguous';
}

function readByEither(body: string): string | null {
  const byPoint = readBody(body, 'point');
  return byPoint === readBody(body, 'comma') ? byPoint : null;
}

type Parts = {
  readonly isNegative: boolean;
  /** Only digits and marks, in ASCII except for the Arabic marks. */
  readonly body: string;
  readonly currencies: readonly string[] | null;
  readonly isPercent: boolean;
};

/**
 * Separates the number from the text around it; null if that text is not a sign, a currency or a
 * percent sign.
 */
function partsOf(cell: string): Parts | null {
  if (cell.length > CELL_MAX) return null;
  const text = plainLetters(cell);
  const match =
    /^([^\d]*?)((?<![\p{L}])[.,٫])?(\d(?:[\d.,٫٬' ]*\d)?(?:[.,](?!\p{L}))?)([^\d]*|[eE][+-]?\d{1,2})$/u.exec(
      text,
    );
  if (!match) return null;
  const [, before = '', leadingMark = '', digits = '', after = ''] = match;
  const body = leadingMark + digits;
  if (/^[eE]/.test(after) && /\d/.test(after)) return partsWithExponent(before, body + after);
  // "5,-" means 5,00 and is no negative number.
  if (/[.,]$/.test(body) && after.trim().startsWith('-')) return null;
  const sign = signOf(before, after);
  if (sign === null) return null;
  const around = [before, after].map((part) => part.replaceAll(/[-+()]/g, ''));
  const isPercent = around.some((part) => part.includes('%'));
  const stated = around.map((part) => part.replace('%', '').trim()).filter((part) => part !== '');
  const currencies = stated.length === 0 ? null : meantByAll(stated);
  if (currencies?.length === 0 || (currencies && isPercent)) return null;
  return { isNegative: sign === '-', body, currencies, isPercent };
}

function partsWithExponent(before: string, body: string): Parts | null {
  const sign = signOf(before, '');
  if (sign === null || before.replace(/[-+]/, '').trim() !== '') return null;
  return { isNegative: sign === '-', body, currencies: null, isPercent: false };
}

/**
 * Returns the sign of a number from the text around it; null if signs contradict each other or
 * brackets do not match.
 */
function signOf(before: string, after: string): '-' | '' | null {
  const signs = `${before}${after}`.replaceAll(/[^-+()]/g, '');
  if (signs === '' || signs === '+') return '';
  if (signs === '-') return '-';
  return signs === '()' && before.includes('(') && after.includes(')') ? '-' : null;
}

/** Returns the currencies that all signs and codes of a cell can mean, as in "$10.00 USD". */
function meantByAll(stated: readonly string[]): readonly string[] {
  const [first = [], ...others] = stated.map((one) => currenciesMeant(one));
  return first.filter((code) => others.every((other) => other.includes(code)));
}

/** Converts digits of other scripts, spaces, apostrophes and minus signs to ASCII. */
function plainLetters(cell: string): string {
  const text = cell.trim();
  if (isAscii(text)) return text;
  return westernDigits(text)
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll(/[\u2019\u02bc]/g, "'")
    .replaceAll(/[\u2212\u2013\ufe63\uff0d]/g, '-')
    .replaceAll('\uff0b', '+')
    .replaceAll(/[\u066a\uff05]/g, '%')
    .trim();
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Parses the number with one decimal mark; null if the text is no number with that mark. */
function readBody(body: string, mark: DecimalMark): string | null {
  const [, mantissa = '', exponent] = /^([^eE]*)([eE][+-]?\d+)?$/.exec(body) ?? [];
  const own = mark === 'point' ? '.' : ',';
  const decimalAt = mantissa.search(mark === 'point' ? /[.٫]/ : /[,٫]/);
  const whole = decimalAt < 0 ? mantissa : mantissa.slice(0, decimalAt);
  const fraction = decimalAt < 0 ? '' : mantissa.slice(decimalAt + 1);
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return null;
  const digits = ungrouped(whole, own);
  if (digits === null) return null;
  if (exponent !== undefined) return withoutExponent({ digits, fraction, exponent });
  const shown = withoutLeadingZeros(digits) || '0';
  return fraction === '' ? shown : `${shown}.${fraction}`;
}

/**
 * Removes grouping marks. Groups have three digits or follow the Indian system, and a number uses a
 * single grouping mark.
 */
function ungrouped(whole: string, decimalMark: '.' | ','): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const grouping = whole.match(/\D/)?.[0] ?? '';
  if (grouping === decimalMark) return null;
  const groups = whole.split(grouping);
  const [first = '', ...others] = groups;
  if (!/^[1-9]\d{0,2}$/.test(first)) return null;
  const last = others.at(-1) ?? '';
  const isByThree = others.every((group) => /^\d{3}$/.test(group));
  const isIndian =
    grouping !== '.' &&
    first.length <= 2 &&
    /^\d{3}$/.test(last) &&
    others.slice(0, -1).every((group) => /^\d{2}$/.test(group));
  return isByThree || isIndian ? groups.join('') : null;
}

/**
 * Resolves an exponent: statistics programs write 100000 as 1e+05. Spreadsheets drop digits when
 * they write 1.23457E+15 (always E, a sign and two digits), so the result is null for that form.
 */
function withoutExponent(number: {
  readonly digits: string;
  readonly fraction: string;
  readonly exponent: string;
}): string | null {
  const { digits, fraction, exponent } = number;
  const shift = Number(exponent.slice(1));
  if (!/^\d$/.test(digits) || /^E[+-]\d\d$/.test(exponent) || Math.abs(shift) > EXPONENT_MAX)
    return null;
  return moveDecimalPoint(`${digits}.${fraction}`, shift);
}

const EXPONENT_MAX = 20;
/** No realistic number is longer. */
const CELL_MAX = 80;
const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT = 46;
const COMMA = 44;

function count(tally: CellTally, cell: string): void {
  tally.count += 1;
  const { samples } = tally;
  if (samples.length < SAMPLES_MAX && !samples.includes(cell)) samples.push(cell);
}

function together(tallies: readonly CellTally[]): CellTally {
  const samples = new Set(tallies.flatMap((tally) => tally.samples));
  return {
    count: tallies.reduce((sum, tally) => sum + tally.count, 0),
    samples: [...samples].slice(0, SAMPLES_MAX),
  };
}
