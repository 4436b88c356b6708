import type { RatePeriod } from './rate-unit.ts';

/** Words for a monthly rate in a cell, in the languages of known files. */
const month =
  'p\\.? ?m|p\\.? ?mo|per month|a month|each month|monthly|/ ?(?:month|mo|mth|monat|mois|mes|m[eê]s|mese|maand|miesiąc|ay)|' +
  'monatlich|pro monat|im monat|je monat|mtl|par mois|mensuel(?:le)?s?|mensual(?:es)?|al mes|por mes|' +
  'ao m[eê]s|por m[eê]s|a\\.? ?m|mensal|mensais|al mese|mensil[ei]|per maand|maandelijks|miesięcznie|na miesiąc|' +
  'aylık|ayda|شهري(?:اً|ًا|ا|ة)?|في الشهر|بالشهر|كل شهر';
const year =
  'p\\.? ?a|per annum|per year|a year|each year|yearly|annually|annual|/ ?(?:year|yr|annum|jahr|an|año|ano|anno|jaar|rok|yıl)|' +
  'jährlich|pro jahr|im jahr|je jahr|par an|annuel(?:le)?s?|anual(?:es)?|al año|por año|ao ano|por ano|a\\.? ?a|' +
  "anuais|all[’']anno|annuo|annui|annuale|per jaar|jaarlijks|rocznie|w skali roku|na rok|yıllık|yılda|" +
  'سنوي(?:اً|ًا|ا|ة)?|في السنة|بالسنة|كل سنة';

const around = (words: string) => ({
  after: new RegExp(
    `^(.*[\\p{Nd}%٪‰‱.)\\s]|.*\\bbps?)\\s*\\(?(?<!\\p{L})(?:${words})\\.?\\)?$`,
    'iu',
  ),
  before: new RegExp(`^(?:${words})\\.?:?(?![\\p{L}\\p{M}])\\s*(.+)$`, 'iu'),
});

const periods: readonly (readonly [RatePeriod, ReturnType<typeof around>])[] = [
  ['month', around(month)],
  ['year', around(year)],
];

export type RateText = {
  /** The rate without the words of its period. */
  readonly text: string;
  /** Null if the cell states none. */
  readonly period: RatePeriod | null;
};

/**
 * Separates a rate from the period that its cell states.
 *
 * @example ratePeriodIn('1,5 % monatlich') // { text: '1,5 %', period: 'month' }
 */
export function ratePeriodIn(cell: string): RateText {
  const whole = cell.trim();
  if (!/\p{L}/u.test(whole) || whole.length > CELL_MAX) return { text: whole, period: null };
  for (const [period, { after, before }] of periods) {
    const rate = (after.exec(whole) ?? before.exec(whole))?.[1]?.trim();
    if (rate !== undefined && /\p{Nd}/u.test(rate)) return { text: rate, period };
  }
  return { text: whole, period: null };
}

/** Maximum length of a rate cell; no realistic rate is longer. */
const CELL_MAX = 60;
