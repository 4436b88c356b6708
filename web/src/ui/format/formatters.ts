import { currencyDecimals, formatMinor, minorUnits } from '@bursar/loan-maths/money';
import { formatCompact, formatDecimal, formatPercent } from './decimal-text.ts';
import { formatDay, formatDays, type WrittenDayStyle } from './day-words.ts';

/**
 * The reader's BCP 47 locale and IANA time zone. `today` is the business date, whose year is left
 * out of short days; without it, the clock's date is used.
 */
export type FormatSettings = { locale: string; timeZone: string; today?: string | undefined };

/**
 * `short` is `medium`, or `bare` for a day of this year. Use `bare` only if the year is shown
 * nearby.
 */
export type DayStyle = WrittenDayStyle | 'short';

/**
 * `medium` 5 Dec 2026 · `minute` 5 Dec 2026, 14:03 · `short` 5 Dec, 14:03 · `time` 14:03 · `month`
 * December 2026 · `ago` 3 hours ago
 */
export type InstantStyle = 'medium' | 'minute' | 'short' | 'time' | 'month' | 'ago';

/** The functions that turn figures, days and instants into text, for one locale and time zone. */
export type Formatters = {
  settings: FormatSettings;
  count: (value: number) => string;
  compact: (value: number) => string;
  /** A plain decimal (`"14.07"`) with the reader's separators. */
  decimal: (value: string | number, fractionDigits: number) => string;
  /** The amount without its currency: `−12,480.22`. */
  money: (amountMinor: number, currency: string) => string;
  /**
   * An amount with its currency for use in a sentence: `−12,480.22 USD`. In Arabic, it is isolated
   * from the direction of the sentence.
   */
  amount: (amountMinor: number, currency: string) => string;
  percent: (percent: string | number, fractionDigits?: number) => string;
  day: (day: string, style?: DayStyle) => string;
  /**
   * A range of two days, without repeating common parts: `1 – 26 Nov`. The year is shown unless
   * both days are in this year.
   */
  days: (from: string, to: string) => string;
  instant: (instant: string, style?: InstantStyle) => string;
  /** A time of day (`HH:MM`) in the reader's hour cycle: `14:30`, `2:30 pm`. */
  time: (time: string) => string;
  list: (parts: readonly string[]) => string;
  /** The name of a country from its ISO 3166 code: `IN` is India. */
  country: (code: string) => string;
};

export function createFormatters(settings: FormatSettings): Formatters {
  const { locale, timeZone, today } = settings;
  const lists = remember(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const instants = remember(
    (style: Exclude<InstantStyle, 'ago'>) =>
      new Intl.DateTimeFormat(locale, { ...instantOptions(style, locale), timeZone }),
  );
  const times = remember(
    () => new Intl.DateTimeFormat(locale, { ...instantOptions('time', locale), timeZone: 'UTC' }),
  );
  const countries = remember(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const years = remember(() => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }));
  const isThisYear = (day: string) =>
    day.slice(0, 4) === (today?.slice(0, 4) ?? years('now').format());
  const money = (amountMinor: number, currency: string) => {
    const exact = formatMinor(minorUnits(amountMinor, currency), currency);
    return formatDecimal(exact, currencyDecimals(currency) ?? 2);
  };

  return {
    settings,
    count: (value) => formatDecimal(value.toFixed(0), 0),
    compact: (value) => formatCompact(value, locale),
    decimal: (value, digits) => formatDecimal(requireDecimal(value), digits),
    money,
    amount: (amountMinor, currency) =>
      isReadFromTheRight(locale)
        ? `\u2067\u2066${money(amountMinor, currency)}\u2069\u00a0${currency}\u2069`
        : `${money(amountMinor, currency)}\u00a0${currency}`,
    percent: (percent, digits = 2) => writeShare(requireDecimal(percent), digits, locale),
    day: (day, style = 'medium') => {
      const written = style === 'short' ? (isThisYear(day) ? 'bare' : 'medium') : style;
      return unbroken(formatDay(day, written, locale));
    },
    days: (from, to) => {
      const style = isThisYear(from) && isThisYear(to) ? 'bare' : 'medium';
      const written = formatDays(from, to, style, locale);
      // Otherwise, a line could break at a space or after the dash. Also in Arabic, the lower of
      // two figures is on the left.
      return written
        .replaceAll(' ', '\u00a0')
        .replaceAll('–', '–\u2060')
        .replace(/\d+–\u2060\d+/, '\u2066$&\u2069');
    },
    instant: (instant, style = 'minute') =>
      style === 'ago'
        ? formatAgo(locale, Date.parse(instant)).replaceAll(' ', '\u00a0')
        : unbroken(instants(style).format(Date.parse(instant))),
    // A time of day, like a day, has no time zone, so it is read and formatted as UTC.
    time: (time) => unbroken(times('shown').format(Date.parse(`1970-01-01T${time}:00Z`))),
    list: (parts) => lists('shown').format(parts),
    country: (code) => countries('named').of(code) ?? code,
  };
}

const mediumDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

function instantOptions(
  style: Exclude<InstantStyle, 'ago'>,
  locale: string,
): Intl.DateTimeFormatOptions {
  if (style === 'medium') return mediumDay;
  if (style === 'month') return { month: 'long', year: 'numeric' };
  // "03:40" in the 24-hour cycle, "3:40 pm" in the 12-hour cycle.
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const time = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const;
  if (style === 'time') return time;
  return { ...mediumDay, ...time, year: style === 'short' ? undefined : 'numeric' };
}

/** Keeps "27 Nov 2026" on one line; a line may break only after a comma, as before the hour. */
function unbroken(day: string): string {
  return day.replaceAll(/(?<![,،]) /g, '\u00a0');
}

/**
 * Returns whether a language is written from right to left: amounts within its sentences need
 * isolation marks to keep their direction.
 */
function isReadFromTheRight(locale: string): boolean {
  return /^ar\b/.test(locale);
}

/**
 * Returns a function that creates each Intl formatter on its first use, because creating one costs
 * a thousand times as much as using it.
 */
function remember<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}

/**
 * Returns a figure as a plain decimal, and throws if it is no decimal. A decimal string retains all
 * its digits, whereas a float would lose cents of large sums. A number is written out, because
 * JavaScript writes tiny ones with an exponent, such as `5e-7` for the share of one late cent in a
 * large month.
 */
function requireDecimal(figure: string | number): string {
  const text = typeof figure === 'number' ? figure.toFixed(12) : figure;
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`not a decimal: ${text}`);
  return text;
}

/**
 * Writes a percentage. One between 0 and 100 that would round to a whole `0%` or `100%` gets at
 * least one decimal, and one below 100 is never shown as 100.
 */
function writeShare(percent: string, digits: number, locale: string): string {
  const part = Number(percent);
  const isAlmostRound = part > 0 && part < 100 && Math.round(part) % 100 === 0;
  const shown = isAlmostRound ? Math.max(digits, 1) : digits;
  const most = 100 - 10 ** -shown;
  return formatPercent(isAlmostRound && part > most ? String(most) : percent, shown, locale);
}

const agoSteps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Writes elapsed time in whole units: 47 hours are one day, which need not be yesterday. */
function formatAgo(locale: string, instant: number): string {
  const seconds = (instant - Date.now()) / 1000;
  const [unit, size] = agoSteps.find((step) => Math.abs(seconds) >= step[1]) ?? ['second', 60];
  const format = new Intl.RelativeTimeFormat(locale, {
    numeric: unit === 'second' ? 'auto' : 'always',
  });
  return format.format(Math.trunc(seconds / size), unit);
}
