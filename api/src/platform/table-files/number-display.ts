import { currenciesInHeading, currenciesMeant } from './currency-signs.ts';

/** The display format of a workbook's number, as far as it affects the meaning. */
export type NumberDisplay = {
  /**
   * The kind of format. Programs disagree whether a format in another unit, such as per mille,
   * changes the number.
   */
  readonly kind: 'plain' | 'percent' | 'date' | 'exponent' | 'other-unit';
  /** The sign of another unit, such as ‰; null for other kinds. */
  readonly unit: string | null;
  /** The currencies that the format shows next to the number; null if it shows none. */
  readonly currencies: readonly string[] | null;
  /**
   * Digits and literal characters of a format such as 000000 or "LN-"0000; null for other formats.
   */
  readonly pattern: readonly DisplayPart[] | null;
  /** "Cr" or "Dr" next to the number, as accounting programs display a direction. */
  readonly side: { readonly positive: DisplayedSide; readonly negative: DisplayedSide };
  /** True for the General format, which shows numbers of twelve digits and more as 4.47912E+11. */
  readonly isGeneral: boolean;
};

type DisplayedSide = 'credit' | 'debit' | null;
type DisplayPart = { readonly kind: 'zero' | 'digit' | 'literal'; readonly text: string };

const plainDisplay = {
  kind: 'plain',
  unit: null,
  currencies: null,
  pattern: null,
  side: { positive: null, negative: null },
  isGeneral: false,
} as const;

export const generalDisplay: NumberDisplay = { ...plainDisplay, isGeneral: true };

/**
 * Returns the display of a built-in format by its number (ECMA-376, 18.8.30). It is plain for
 * formats that do not change the meaning.
 */
export function builtInDisplay(id: number): NumberDisplay {
  if (id === 0) return generalDisplay;
  return { ...plainDisplay, kind: kindOfBuiltIn(id) };
}

function kindOfBuiltIn(id: number): NumberDisplay['kind'] {
  if (id === 9 || id === 10) return 'percent';
  if (id === 11 || id === 48) return 'exponent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
  return isDate && id !== 48 && id !== 49 ? 'date' : 'plain';
}

/**
 * Parses a format code of a workbook's styles, such as `0.00%`, `000000` or `[$€-407] #,##0.00`.
 */
export function displayOf(code: string): NumberDisplay {
  if (/^general$/i.test(code.trim())) return generalDisplay;
  const sections = sectionsOf(code);
  const ofPositive = sectionsFor('positive', sections);
  const [positive = ''] = ofPositive;
  const currencies = currenciesOf(positive);
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gs, '');
  const [unit = null] = OTHER_UNIT.exec(withoutBrackets(code)) ?? [];
  const kind = unit === null ? kindOf(bare, positive) : 'other-unit';
  return {
    kind,
    unit,
    currencies,
    pattern: kind === 'plain' ? patternOf(positive) : null,
    side: {
      positive: sideOfAll(ofPositive),
      negative: sideOfAll(sectionsFor('negative', sections)),
    },
    isGeneral: false,
  };
}

/**
 * Returns a whole number as the workbook displays it: 121 in 000000 is 000121. Null if the display
 * is not plain or hides some of its digits.
 */
export function displayedNumber(text: string, display: NumberDisplay): string | null {
  const { kind, pattern, isGeneral } = display;
  if (kind !== 'plain') return null;
  if (!/^\d+$/.test(text)) return /[eE]/.test(text) ? null : text;
  if (isGeneral && text.length > GENERAL_DIGITS_MAX) return null;
  return pattern === null ? text : fillPattern(text, pattern);
}

const GENERAL_DIGITS_MAX = 11;

/** Finds per mille and basis points, in a format or in a text. */
export const OTHER_UNIT = /[‰؉‱؊]|(?<!\p{L})bps?(?!\p{L})/iu;

/** Removes colours and conditions, which show nothing. */
const withoutBrackets = (code: string): string => code.replaceAll(/\[[^\]]*\]|["\\]/g, '');

type Sign = 'positive' | 'negative';
/** A section of a format with the condition on the numbers that it displays. */
type Section = { readonly code: string; readonly operator: string; readonly limit: number };

/**
 * Splits a format into its sections for numbers. Without conditions of their own they are for
 * positive, negative and other numbers, in this order; an empty one displays nothing.
 */
function sectionsOf(code: string): readonly Section[] {
  const codes = [''];
  for (const [piece] of code.matchAll(/"[^"]*"|[\\_*].|./gsu)) {
    if (piece === ';') codes.push('');
    else codes.push(`${codes.pop() ?? ''}${piece}`);
  }
  // A fourth section is for text.
  const numeric = codes.slice(0, 3);
  const conditions = numeric.map((each) =>
    /\[([<>]=?|=|<>)\s*(-?\d+(?:\.\d+)?)\]/.exec(each.replaceAll(/"[^"]*"|\\./gs, '')),
  );
  const usual = codes.length > 1 && conditions.every((condition) => condition === null);
  const usualOperators = usual ? ['>', '<'] : [];
  return numeric.map((each, index) => {
    const [, operator = usualOperators[index] ?? '', limit = '0'] = conditions[index] ?? [];
    return { code: each, operator, limit: Number(limit) };
  });
}

/** Returns the sections that can display numbers of a sign, in order. */
function sectionsFor(sign: Sign, sections: readonly Section[]): readonly string[] {
  const found: string[] = [];
  for (const section of sections) {
    const share = shareOf(sign, section);
    if (share !== 'none') found.push(section.code);
    if (share === 'all') break;
  }
  return found;
}

/** Returns how many of the numbers of a sign meet the condition of a section. */
function shareOf(sign: Sign, { operator, limit }: Section): 'all' | 'some' | 'none' {
  if (operator === '') return 'all';
  const from = sign === 'positive' ? limit : -limit;
  if (operator === '=') return from > 0 ? 'some' : 'none';
  if (operator === '<>') return from > 0 ? 'some' : 'all';
  const isTowardsSign = operator.startsWith('>') === (sign === 'positive');
  if (from > 0) return 'some';
  return isTowardsSign ? 'all' : 'none';
}

function kindOf(bare: string, section: string): NumberDisplay['kind'] {
  if (bare.includes('%')) return 'percent';
  if (/[eE][+-]/.test(bare)) return 'exponent';
  return /[dmyhsDMYHS]/.test(bare) || /\[[hms]+\]/i.test(section) ? 'date' : 'plain';
}

/** Returns the side that all sections show; null if they differ. */
function sideOfAll(sections: readonly string[]): DisplayedSide {
  const [first = null, ...others] = new Set(sections.map(sideOf));
  return others.length === 0 ? first : null;
}

function sideOf(section: string): DisplayedSide {
  const [, shown] = /(?<!\p{L})(cr|dr)(?!\p{L})/iu.exec(withoutBrackets(section)) ?? [];
  if (shown === undefined) return null;
  return shown.toLowerCase() === 'cr' ? 'credit' : 'debit';
}

function currenciesOf(section: string): readonly string[] | null {
  for (const [, sign = ''] of section.matchAll(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g)) {
    const meant = currenciesMeant(sign);
    if (meant.length > 0) return meant;
  }
  const literals = [...section.matchAll(/"([^"]*)"/g)].map(([, literal = '']) => literal);
  const unquoted = section.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '').replaceAll(/[\\_*]/g, '');
  for (const text of [...literals, unquoted]) {
    const meant = currenciesMeant(text);
    if (meant.length > 0) return meant;
    const signed = /\p{Sc}/u.test(text) ? currenciesInHeading(text) : null;
    if (signed) return signed;
  }
  return null;
}

/** Returns null for formats with groups or decimals, which add characters to a whole number. */
function patternOf(section: string): readonly DisplayPart[] | null {
  const parts: DisplayPart[] = [];
  const tokens = section.matchAll(/"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]|([0#?])|([-\s()/+:])|(.)/gsu);
  for (const [, quoted, escaped, digit, literal, other] of tokens) {
    if (other !== undefined) return null;
    const text = quoted ?? escaped ?? literal;
    if (digit !== undefined) parts.push({ kind: digit === '0' ? 'zero' : 'digit', text: '' });
    else if (text !== undefined) parts.push({ kind: 'literal', text });
  }
  return parts.some(({ kind }) => kind !== 'literal') ? parts : null;
}

/** Fills the places from the right; further digits go before the first place. */
function fillPattern(digits: string, pattern: readonly DisplayPart[]): string {
  const first = pattern.findIndex(({ kind }) => kind !== 'literal');
  let left = digits;
  let shown = '';
  for (const [index, { kind, text }] of [...pattern.entries()].toReversed()) {
    if (kind === 'literal') shown = text + shown;
    else if (index === first) {
      shown = (left === '' && kind === 'zero' ? '0' : left) + shown;
      left = '';
    } else {
      const next = left.slice(-1) || (kind === 'zero' ? '0' : '');
      left = left.slice(0, -1);
      shown = next + shown;
    }
  }
  return shown.trim();
}
