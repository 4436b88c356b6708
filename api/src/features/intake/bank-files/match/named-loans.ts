import { westernDigits } from '@bursar/contracts/western-digits';

/** A Bursar loan number that a text contains, and how certain it is. */
export type NamedNumber = {
  readonly number: number;
  readonly evidence: 'reference' | 'creditor-reference' | 'short-number';
};

/** The loan numbers that a text contains. */
export type NamedInText = {
  /** Bursar's loan numbers. */
  readonly numbers: readonly NamedNumber[];
  /**
   * Parts of the text that may be the lender's own loan number: in capitals and without spaces,
   * hyphens and other separators, as the SQL function `loan_number_key` writes them.
   */
  readonly keys: readonly string[];
};

/** Finds Bursar's loan numbers, and words that may be the lender's own loan number, in a text. */
export function namedIn(original: string): NamedInText {
  const text = readable(original);
  const bodies = creditorReferences(text);
  const numbers = [...wholeReferences(text), ...bodies.flatMap(numbersIn), ...doubtful(text)];
  const best = new Map<number, NamedNumber>();
  for (const one of numbers) {
    const other = best.get(one.number);
    if (!other || strengths[one.evidence] > strengths[other.evidence]) best.set(one.number, one);
  }
  return { numbers: [...best.values()], keys: [...new Set([...keysIn(text), ...bodies])] };
}

const strengths = { reference: 2, 'creditor-reference': 1, 'short-number': 0 } as const;

/** German banks join the parts of a text without a space: `SVWZ+L-000123MREF+M1`. */
export const sepaParts = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP|COAM|OAMT)\+/g;

const readable = (text: string): string =>
  westernDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(sepaParts, ' $1+ ');

/**
 * Finds `L-000123` with six to twelve digits, with any separator or none, but not within other
 * words.
 */
function wholeReferences(text: string): readonly NamedNumber[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}])L\s?[-‐-―_./:#]?\s?(\d{6,12})(?![\p{L}\p{N}])/giu);
  return [...found].map(([, digits = '']) => ({ number: Number(digits), evidence: 'reference' }));
}

/**
 * Finds spellings of Bursar's loan numbers that may be other numbers. They count only with more
 * evidence.
 */
function doubtful(text: string): readonly NamedNumber[] {
  const short = text.matchAll(/(?<![\p{L}\p{N}])L\s?[-‐-―_./:#]?\s?(\d{1,5})(?![\p{L}\p{N}])/giu);
  // Banks break long texts, which puts a space into a number: `L-0001 23`.
  const broken = text.matchAll(
    /(?<![\p{L}\p{N}])L\s?[-‐-―_./:#]?\s?(\d{1,5}) (\d{1,5})(?![\p{L}\p{N}])/giu,
  );
  const bare = text.matchAll(/(?<![\p{L}\p{N}][-_./]?)(0\d{5})(?![\p{L}\p{N}])/gu);
  const digits = [
    ...[...broken].map(([, one = '', other = '']) => one + other).filter((all) => all.length === 6),
    ...[...short, ...bare].map(([, all = '']) => all),
  ];
  return digits.map((all) => ({ number: Number(all), evidence: 'short-number' }));
}

/** Returns the bodies of the text's structured references that have correct check digits. */
function creditorReferences(text: string): readonly string[] {
  return [...isoReferences(text), ...swissReferences(text), ...belgianReferences(text)];
}

/** Finds ISO 11649 references, such as `RF18 5390 0754 7034`, often printed in groups of four. */
function isoReferences(text: string): readonly string[] {
  const upper = text.toUpperCase();
  return [...upper.matchAll(/(?<![\p{L}\p{N}])RF\d{2}/gu)].flatMap(({ index }) => {
    const rest = upper.slice(index, index + 34);
    const ends = [...rest.matchAll(/[A-Z0-9](?![A-Z0-9])/g)].map((end) => end.index + 1);
    for (const end of ends.toReversed()) {
      const whole = rest.slice(0, end);
      if (!/^[A-Z0-9 ]+$/.test(whole)) continue;
      const joined = whole.replaceAll(' ', '');
      if (joined.length > 4 && joined.length <= 25 && hasIsoCheck(joined)) return [joined.slice(4)];
    }
    return [];
  });
}

const hasIsoCheck = (reference: string): boolean => {
  const moved = reference.slice(4) + reference.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
};

/** Finds Swiss QR references, of 26 digits and a check digit. */
function swissReferences(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\d)\d{2}(?: ?\d{5}){5}(?!\d)/g)]
    .map(([found]) => found.replaceAll(' ', ''))
    .filter((digits) => swissCheck(digits.slice(0, -1)) === Number(digits.at(-1)))
    .map((digits) => digits.slice(0, -1));
}

const swissTable = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

const swissCheck = (digits: string): number =>
  (10 -
    Array.from(digits).reduce((carry, digit) => swissTable[(carry + Number(digit)) % 10] ?? 0, 0)) %
  10;

/** Finds Belgian structured messages, such as `+++090/9337/55493+++`. */
function belgianReferences(text: string): readonly string[] {
  return [...text.matchAll(/[+*]{3}\s?(\d{3})\/(\d{4})\/(\d{5})\s?[+*]{3}/g)]
    .map(([, one = '', two = '', three = '']) => one + two + three)
    .filter((digits) => (Number(digits.slice(0, 10)) % 97 || 97) === Number(digits.slice(10)))
    .map((digits) => digits.slice(0, 10));
}

/**
 * Finds a Bursar loan number in the body of a structured reference, alone or after a run of zeros.
 */
function numbersIn(body: string): readonly NamedNumber[] {
  const [, ours] = /^0*L0*(\d{1,12})$/.exec(body) ?? [];
  if (ours !== undefined) return [{ number: Number(ours), evidence: 'reference' }];
  const [, alone] = /^0*([1-9]\d{0,11})$/.exec(body) ?? [];
  const [, last] = /0{3}([1-9]\d{0,8})$/.exec(body) ?? [];
  return [alone, last].flatMap((digits) =>
    digits === undefined
      ? []
      : [{ number: Number(digits), evidence: 'creditor-reference' as const }],
  );
}

/** A loan number of the lender has at most this many parts, such as `LN 2026 0001`. */
const PARTS_MAX = 5;
const [KEY_MIN, KEY_MAX] = [3, 30];

/**
 * Returns all runs of one to five adjacent parts of the text that together have a digit and 3 to 30
 * characters.
 */
function keysIn(text: string): readonly string[] {
  const parts = text.toUpperCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const keys = new Set<string>();
  parts.forEach((_part, from) => {
    let key = '';
    for (const part of parts.slice(from, from + PARTS_MAX)) {
      key += part;
      if (key.length > KEY_MAX) break;
      if (key.length >= KEY_MIN && /\p{N}/u.test(key)) keys.add(key);
    }
  });
  return [...keys];
}

/** Returns whether a number is too common to identify a loan: a short one, a year or a date. */
const isCommon = (key: string): boolean =>
  key.length < 5 || /^(\d{4})?(19|20)\d{2}(\d{4})?$/.test(key);

export const numberEvidence = (key: string): 'loan-number' | 'short-number' =>
  isCommon(key) ? 'short-number' : 'loan-number';
