import type { Language } from '@bursar/contracts/languages';
import type { PrintDates, PrintFormat, PrintNumbers } from '@bursar/contracts/print-format.values';
import { plainAmount } from '../table-file.ts';

export type PdfFormat = {
  readonly money: (amountMinor: number, currency: string) => string;
  /** Formats a plain decimal with its own decimals: `1.50` as `1,50%`. */
  readonly percent: (plain: string) => string;
  /** Formats a plain decimal with up to six decimals, without adding any. */
  readonly decimal: (plain: string) => string;
  readonly day: (day: string) => string;
  readonly month: (day: string) => string;
  readonly instant: (moment: Date, timeZone: string) => string;
  readonly count: (value: number) => string;
};

/**
 * Returns functions that format figures and days for PDFs in a language, with the number and date
 * formats of a portfolio.
 */
export function pdfFormat(language: Language, { numbers, dates }: PrintFormat): PdfFormat {
  const locale = language === 'ae' ? 'ar-AE' : 'en-GB';
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const inWords = days({ day: 'numeric', month: 'short', year: 'numeric' });
  const day = (text: string) => (dates === 'words' ? inWords(text) : inFigures(text, dates));
  const numberFormat = (options: Intl.NumberFormatOptions = {}) => {
    const format = new Intl.NumberFormat(numberLocales[numbers], options);
    // A decimal string keeps digits that a float would lose.
    return (plain: string | number) =>
      format
        .format(plain as Intl.StringNumericLiteral)
        .replace('-', '−')
        // The fonts of PDFs have no narrow space.
        .replaceAll('\u202f', '\u00a0');
  };
  const withOwnDecimals = (plain: string) => {
    const digits = plain.split('.')[1]?.length ?? 0;
    return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })(plain);
  };
  const counts = numberFormat();
  const decimals = numberFormat({ maximumFractionDigits: 6 });
  return {
    money: (amountMinor, currency) => {
      const figure = withOwnDecimals(plainAmount(amountMinor, currency));
      // The isolate keeps the minus in front of the figure in right-to-left text.
      return language === 'ae' ? `\u2066${figure}\u2069` : figure;
    },
    percent: (plain) => `${withOwnDecimals(plain)}%`,
    decimal: decimals,
    day,
    month: days({ month: 'long', year: 'numeric' }),
    instant: (moment, timeZone) => {
      if (dates === 'words') {
        const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
        return new Intl.DateTimeFormat(locale, style).format(moment);
      }
      const [onDay = '', time = ''] = isoInstant(moment, timeZone).split(' ');
      return `${day(onDay)} ${time}`;
    },
    count: counts,
  };
}

/** A locale for each way to group digits and mark decimals; all of them write Western digits. */
const numberLocales: Readonly<Record<PrintNumbers, string>> = {
  point: 'en-GB',
  comma: 'de-DE',
  space: 'fr-FR',
  indian: 'en-IN',
};

function inFigures(day: string, dates: Exclude<PrintDates, 'words'>): string {
  const [year = '', month = '', date = ''] = day.split('-');
  switch (dates) {
    case 'day-first':
      return `${date}/${month}/${year}`;
    case 'dotted':
      return `${date}.${month}.${year}`;
    case 'month-first':
      return `${month}/${date}/${year}`;
    case 'year-first':
      return day;
  }
}

/** Returns `2026-03-05 14:07` in a time zone. */
function isoInstant(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(moment);
}

/** Isolates text, so that the direction of its surroundings does not reorder it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
