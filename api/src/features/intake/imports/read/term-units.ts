import { readNumberAs } from '../../../../platform/table-files/number-format.ts';
import type { TapeInterval } from './tape-loan.ts';

/** Words that files write after a number of instalments, in the languages of known banks. */
const words: Readonly<Record<TapeInterval['unit'] | 'years', string>> = {
  months:
    'm mo mos mth mths month months monat monate monaten mois mes meses mês mese mesi maand maanden ' +
    'miesiąc miesiące miesięcy ay شهر شهرا شهرًا شهراً أشهر اشهر شهور',
  weeks:
    'w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken ' +
    'tydzień tygodnie tygodni hafta أسبوع اسبوع أسبوعا أسبوعًا أسابيع اسابيع',
  years:
    'y yr yrs year years jahr jahre jahren an ans année années año años ano anos anno anni jaar jaren ' +
    'rok lata lat yıl سنة سنوات سنين عام عاما عامًا أعوام',
};

const unitOf = new Map(
  (['months', 'weeks', 'years'] as const).flatMap((unit) =>
    words[unit].split(' ').map((word) => [word, unit]),
  ),
);

/**
 * Returns the number of instalments that a text such as "36 months" or "3 years" means. Months
 * count for monthly loans, weeks for weekly loans, and years for loans with monthly or yearly
 * instalments. Other texts are returned unchanged, because 36 months are not 36 quarterly
 * instalments.
 *
 * @example countOfTerm('2 Jahre', { every: 1, unit: 'months' }, null) // '24'
 */
export function countOfTerm(
  text: string,
  { every, unit }: TapeInterval,
  /** The unit in the heading, as in "Term (months)". */
  ofHeading: TapeInterval['unit'] | null,
): string {
  const [, number, word = '', more, moreWord = ''] = TERM.exec(text) ?? [];
  if (number === undefined) return text;
  const [main, further] = [word, moreWord].map((one) => unitOf.get(one.toLowerCase()) ?? null);
  if (main === 'years') {
    // Years contradict a heading such as "Term (months)".
    if (ofHeading !== null || unit !== 'months') return text;
    return (
      countOfYears(toNumber(number), more === undefined ? 0 : toNumber(more), {
        every,
        isPlain: more === undefined || further === 'months',
      }) ?? text
    );
  }
  return more === undefined && every === 1 && main === unit ? number : text;
}

/** "2 years", "1.5 years", "1 year and 6 months": digits of any script. */
const TERM =
  /^(\p{Nd}{1,4}(?:[.,]5)?) ?(\p{L}[\p{L}\p{M}]*)\.?(?:,? (?:and |und |et |y |e |en |i |ve |و ?)?(\p{Nd}{1,2}) ?(\p{L}[\p{L}\p{M}]*)\.?)?$/u;

function countOfYears(
  years: number | null,
  months: number | null,
  { every, isPlain }: { readonly every: number; readonly isPlain: boolean },
): string | null {
  if (years === null || months === null || !isPlain) return null;
  const total = years * 12 + months;
  // Terms in years are supported only for loans with monthly or yearly instalments.
  const isWhole = (every === 1 || every === 12) && total % every === 0;
  return isWhole && Number.isInteger(total) ? String(total / every) : null;
}

function toNumber(text: string): number | null {
  const read = readNumberAs(text.replace(',', '.'), 'point');
  return read === null ? null : Number(read.decimal);
}
