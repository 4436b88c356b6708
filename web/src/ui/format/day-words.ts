/**
 * `bare` 5 Dec · `weekday` Sat 5 Dec · `medium` 5 Dec 2026 · `long` Saturday, 5 December 2026 ·
 * `month` Dec 2026 · `month-name` December · `short-month` Dec
 */
export type WrittenDayStyle =
  | 'bare'
  | 'weekday'
  | 'medium'
  | 'long'
  | 'month'
  | 'month-name'
  | 'short-month';

/**
 * Formats a day (`YYYY-MM-DD`) as `Intl` does in British English or Arabic. The words are stored
 * here because a browser's first `Intl.DateTimeFormat` takes 60 ms on a fast computer, and every
 * first page shows a day. A test compares them with `Intl`.
 */
export function formatDay(day: string, style: WrittenDayStyle, locale: string): string {
  const { months, shortMonths, weekdays, shortWeekdays, comma, commaAfterShort } = wordsOf(locale);
  const [year, month, date] = partsOf(day);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  switch (style) {
    case 'bare':
      return `${date} ${shortMonths[month]}`;
    case 'medium':
      return `${date} ${shortMonths[month]} ${year}`;
    case 'weekday':
      return `${shortWeekdays[weekday]}${commaAfterShort} ${date} ${shortMonths[month]}`;
    case 'long':
      return `${weekdays[weekday]}${comma} ${date} ${months[month]} ${year}`;
    case 'month':
      return `${shortMonths[month]} ${year}`;
    case 'month-name':
      return months[month] ?? '';
    case 'short-month':
      return shortMonths[month] ?? '';
  }
}

/** Formats the days from one to another: a common month or year appears once, at the end. */
export function formatDays(
  from: string,
  to: string,
  style: 'bare' | 'medium',
  locale: string,
): string {
  const last = formatDay(to, style, locale);
  if (from === to) return last;
  const [year, month, date] = partsOf(from);
  const [lastYear, lastMonth] = partsOf(to);
  if (year !== lastYear) return `${formatDay(from, style, locale)} – ${last}`;
  if (month !== lastMonth) return `${formatDay(from, 'bare', locale)} – ${last}`;
  return `${date}${wordsOf(locale).dash}${last}`;
}

/** Returns the year, the month from 0 to 11, and the day of the month. */
function partsOf(day: string): readonly [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))];
}

type DayWords = {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** Starting with Sunday. */
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly comma: string;
  readonly commaAfterShort: string;
  /** Between two days of one month. */
  readonly dash: string;
};

const englishMonths =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const englishWeekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const english: DayWords = {
  months: englishMonths,
  shortMonths: englishMonths.map((name) => name.slice(0, name === 'September' ? 4 : 3)),
  weekdays: englishWeekdays,
  shortWeekdays: englishWeekdays.map((name) => name.slice(0, 3)),
  comma: ',',
  commaAfterShort: '',
  dash: ' – ',
};

const arabicMonths =
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ');
const arabicWeekdays = 'الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت'.split(' ');

const arabic: DayWords = {
  months: arabicMonths,
  shortMonths: arabicMonths,
  weekdays: arabicWeekdays,
  shortWeekdays: arabicWeekdays,
  comma: '،',
  commaAfterShort: '،',
  dash: '–',
};

function wordsOf(locale: string): DayWords {
  return locale.startsWith('ar') ? arabic : english;
}
