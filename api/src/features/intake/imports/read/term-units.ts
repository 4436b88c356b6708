import type { TapeInterval } from './tape-loan.ts';

/** Words that files write after a number of instalments, in the languages of known banks. */
const words: Readonly<Record<TapeInterval['unit'], string>> = {
  months:
    'm mo mos mth mths month months monat monate monaten mois mes meses mês mese mesi maand maanden ' +
    'miesiąc miesiące miesięcy ay شهر شهرا شهرًا شهراً أشهر اشهر شهور',
  weeks:
    'w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken ' +
    'tydzień tygodnie tygodni hafta أسبوع اسبوع أسبوعا أسبوعًا أسابيع اسابيع',
};

const unitOf = new Map(
  (['months', 'weeks'] as const).flatMap((unit) =>
    words[unit].split(' ').map((word) => [word, unit]),
  ),
);

/**
 * Removes the unit of a term, as in "36 months", if the loan is paid once in each of these units.
 * With another frequency, 36 months would not be 36 instalments, so the text is left as it is.
 */
export function withoutTermUnit(text: string, { every, unit }: TapeInterval): string {
  const [, number, word = ''] = /^(\p{Nd}{1,4}) ?(\p{L}[\p{L}\p{M}]*)\.?$/u.exec(text) ?? [];
  const isUnit = every === 1 && unitOf.get(word.toLowerCase()) === unit;
  return number !== undefined && isUnit ? number : text;
}
