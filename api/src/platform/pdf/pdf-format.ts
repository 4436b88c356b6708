import type { Language } from '@bursar/contracts/languages';
import { plainAmount } from '../table-file.ts';

export type PdfFormat = {
  readonly money: (amountMinor: number, currency: string) => string;
  readonly percent: (plain: string) => string;
  /** Formats a plain decimal without changing its digits. */
  readonly decimal: (plain: string) => string;
  readonly day: (day: string) => string;
  readonly month: (day: string) => string;
  readonly instant: (moment: Date, timeZone: string) => string;
  readonly count: (value: number) => string;
};

/** Formats figures and days in PDFs as the screen does. */
export function pdfFormat(language: Language): PdfFormat {
  const locale = language === 'ae' ? 'ar-AE' : 'en-GB';
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const counts = new Intl.NumberFormat(locale);
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return {
    money: (amountMinor, currency) => {
      const plain = plainAmount(amountMinor, currency);
      const digits = plain.split('.')[1]?.length ?? 0;
      const format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      // A decimal string keeps digits that a float would lose.
      const figure = format.format(plain as Intl.StringNumericLiteral).replace('-', '−');
      // The isolate keeps the minus in front of the figure in right-to-left text.
      return language === 'ae' ? `\u2066${figure}\u2069` : figure;
    },
    percent: (plain) => `${plain}%`,
    decimal: (plain) => decimals.format(plain as Intl.StringNumericLiteral).replace('-', '−'),
    day: days({ day: 'numeric', month: 'short', year: 'numeric' }),
    month: days({ month: 'long', year: 'numeric' }),
    instant: (moment, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        moment,
      ),
    count: (value) => counts.format(value),
  };
}

/** Isolates text, so that the direction of its surroundings does not reorder it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
