import { currencyDecimals, formatMinor, minorUnits } from '@bursar/loan-maths/money';

/**
 * The reader's BCP 47 locale and IANA time zone. `today` is the business date, whose year is left
 * out of short days; without it, the clock's date is used.
 */
export type FormatSettings = { locale: string; timeZone: string; today?: string | undefined };

/**
 * `short` 5 Dec, with the year if it is not this year · `bare` 5 Dec, if the year is shown nearby ·
 * `weekday` Sat 5 Dec · `medium` 5 Dec 2026 · `long` Saturday 5 December 2026 · `month` Dec 2026 ·
 * `month-name` December
 */
export type DayStyle = 'short' | 'bare' | 'weekday' | 'medium' | 'long' | 'month' | 'month-name';

/** `minute` 5 Dec 2026, 14:03 · `time` 14:03 · `ago` 3 hours ago */
export type InstantStyle = 'medium' | 'minute' | 'time' | 'ago';

/** The functions that turn figures, days and instants into text, for one locale and time zone. */
export type Formatters = {
  settings: FormatSettings;
  count: (value: number) => string;
  compact: (value: number) => string;
  /** A plain decimal (`"14.07"`) with the reader's separators. */
  decimal: (value: string, fractionDigits: number) => string;
  /** The amount without its currency: `−12,480.22`. */
  money: (amountMinor: number, currency: string) => string;
  /**
   * An amount with its currency for use in a sentence, isolated from the text direction:
   * `−12,480.22 USD`.
   */
  amount: (amountMinor: number, currency: string) => string;
  percent: (percent: string | number, fractionDigits?: number) => string;
  day: (day: string, style?: DayStyle) => string;
  /**
   * A range of two days, without repeating common parts: `1 – 26 Nov`. The year is shown only if it
   * is not this year.
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
  const decimals = remember((digits: number) => new Intl.NumberFormat(locale, fixedDigits(digits)));
  const percents = remember(
    (digits: number) => new Intl.NumberFormat(locale, { style: 'percent', ...fixedDigits(digits) }),
  );
  const compacts = remember(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
  );
  const lists = remember(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  // A day has no time zone: it is parsed and formatted in UTC.
  const dayFormats = remember(
    (style: Exclude<DayStyle, 'short'>) =>
      new Intl.DateTimeFormat(locale, { ...dayOptions[style], timeZone: 'UTC' }),
  );
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
    return withTrueMinus(decimals(currencyDecimals(currency) ?? 2), asNumeric(exact));
  };

  return {
    settings,
    count: (value) => withTrueMinus(decimals(0), value),
    compact: (value) => withTrueMinus(compacts('shown'), value),
    decimal: (value, digits) => withTrueMinus(decimals(digits), asNumeric(value)),
    money,
    amount: (amountMinor, currency) =>
      isReadFromTheRight(locale)
        ? `\u2067\u2066${money(amountMinor, currency)}\u2069\u00a0${currency}\u2069`
        : `${money(amountMinor, currency)}\u00a0${currency}`,
    percent: (percent, digits = 2) =>
      withTrueMinus(percents(digits), asNumeric(shiftTwoPlaces(String(percent)))),
    day: (day, style = 'medium') => {
      const written = style === 'short' ? (isThisYear(day) ? 'bare' : 'medium') : style;
      return unbroken(dayFormats(written).format(instantOf(day)));
    },
    days: (from, to) => {
      const style = isThisYear(from) && isThisYear(to) ? 'bare' : 'medium';
      const written = dayFormats(style).formatRange(instantOf(from), instantOf(to));
      // Intl may put thin spaces around the dash, where a line could break, as it could after it.
      return written.replaceAll(/\s/g, '\u00a0').replaceAll('–', '–\u2060');
    },
    instant: (instant, style = 'minute') =>
      style === 'ago'
        ? formatAgo(locale, Date.parse(instant))
        : unbroken(instants(style).format(Date.parse(instant))),
    // A time of day has no time zone either.
    time: (time) => unbroken(times('shown').format(Date.parse(`1970-01-01T${time}:00Z`))),
    list: (parts) => lists('shown').format(parts),
    country: (code) => countries('named').of(code) ?? code,
  };
}

const dayOptions: Record<Exclude<DayStyle, 'short'>, Intl.DateTimeFormatOptions> = {
  bare: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  'month-name': { month: 'long' },
};

function instantOptions(
  style: Exclude<InstantStyle, 'ago'>,
  locale: string,
): Intl.DateTimeFormatOptions {
  if (style === 'medium') return dayOptions.medium;
  // "03:40" in the 24-hour cycle, "3:40 pm" in the 12-hour cycle.
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const time = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const;
  return style === 'time' ? time : { ...dayOptions.medium, ...time };
}

/** The start of a day in UTC, the time zone in which days are formatted. */
function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Keeps "27 Nov 2026" on one line; a line may break after a weekday or before the hour. */
function unbroken(day: string): string {
  return day.replaceAll(/(?<![,،]) /g, '\u00a0');
}

/** In these languages, amounts within a sentence need isolation marks to keep their direction. */
function isReadFromTheRight(locale: string): boolean {
  return /^ar\b/.test(locale);
}

function fixedDigits(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/**
 * Creating an Intl formatter costs a thousand times as much as using it, so each is created on
 * first use.
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
 * Intl writes a hyphen before a negative figure; financial tables need a minus as wide as a digit.
 */
function withTrueMinus(format: Intl.NumberFormat, value: number | Intl.StringNumericLiteral) {
  // A list formats hundreds of figures and few are negative: only those are split into parts.
  const written = format.format(value);
  if (!written.includes('-')) return written;
  return format
    .formatToParts(value)
    .map((part) => (part.type === 'minusSign' ? '\u2212' : part.value))
    .join('');
}

/** Intl reads decimal strings exactly; a float would lose cents of large sums. */
function asNumeric(decimal: string): Intl.StringNumericLiteral {
  if (!isNumeric(decimal)) throw new Error(`not a decimal: ${decimal}`);
  return decimal;
}

function isNumeric(text: string): text is Intl.StringNumericLiteral {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Divides by 100 as text: `14.07` per cent is `0.1407`. */
function shiftTwoPlaces(percent: string): string {
  const negative = percent.startsWith('-');
  const [whole = '0', fraction = ''] = percent.replace('-', '').split('.');
  const padded = whole.padStart(3, '0');
  return `${negative ? '-' : ''}${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}

const agoSteps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function formatAgo(locale: string, instant: number): string {
  const seconds = Math.round((instant - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of agoSteps) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, 'second');
}
