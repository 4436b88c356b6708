import type { OtherCalendar } from './other-calendars.ts';

export type NamedMonth = { readonly month: number; readonly calendar: OtherCalendar | null };

/**
 * Languages whose names of months and weekdays are read. Arabic has several sets of month names.
 */
const languages = 'en de de-AT fr fr-CA es pt it nl pl tr ar-EG ar-SY ar-DZ ar-MA'.split(' ');

/** Spellings that occur in files and that the locale data of `Intl` may lack. */
const otherSpellings: Readonly<Record<string, string>> = {
  'gregorian 1': 'يناير ينایر',
  'gregorian 2': 'febr',
  'gregorian 3': 'mrz maerz märz marz mär',
  'gregorian 4': 'أبريل ابريل إبريل نيسان',
  'gregorian 7': 'juil juill يوليه',
  'gregorian 8': 'اغسطس آب',
  'gregorian 9': 'sept setiembre',
  'gregorian 10': 'okt',
  'gregorian 12': 'dez',
  'hijri 1': 'Muharram|Moharram|محرم|المحرم',
  'hijri 2': 'Safar|صفر',
  'hijri 3': 'Rabi al-Awwal|Rabi I|Rabi 1|ربيع الأول|ربيع أول',
  'hijri 4': 'Rabi al-Thani|Rabi al-Akhir|Rabi II|Rabi 2|ربيع الآخر|ربيع الثاني|ربيع ثاني',
  'hijri 5': 'Jumada al-Ula|Jumada al-Awwal|Jumada I|Jumada 1|جمادى الأولى|جمادى الأول|جمادى أول',
  'hijri 6':
    'Jumada al-Akhirah|Jumada al-Thani|Jumada al-Thaniyah|Jumada II|Jumada 2|جمادى الآخرة|جمادى الثانية|جمادى الثاني|جمادى الآخر',
  'hijri 7': 'Rajab|رجب',
  'hijri 8': 'Shaban|Sha’ban|شعبان',
  'hijri 9': 'Ramadan|Ramadhan|رمضان',
  'hijri 10': 'Shawwal|شوال',
  'hijri 11': 'Dhu al-Qadah|Dhul Qadah|Dhu al-Qidah|Dhul Qidah|Dhul-Qi’dah|ذو القعدة|ذي القعدة',
  'hijri 12': 'Dhu al-Hijjah|Dhul Hijjah|Dhul-Hijja|ذو الحجة|ذي الحجة',
};

const calendarsOfNames = [
  { calendar: null, code: 'gregory', locales: languages },
  { calendar: 'hijri', code: 'islamic-umalqura', locales: ['ar-SA', 'en'] },
  { calendar: 'persian', code: 'persian', locales: ['fa', 'en'] },
] as const;

/** Returns the month for a name or its usual abbreviation; null if it is not a month. */
export function monthNamed(name: string): NamedMonth | null {
  months ??= monthNames();
  return months.get(comparableName(name)) ?? null;
}

/** Removes a weekday in front of a date, as in "Mon, 31/01/2026". */
export function withoutWeekday(text: string): string {
  const [whole = '', name = ''] = /^([\p{L}\p{M}-]+)[.,،]*\s+/u.exec(text) ?? [];
  if (whole === '') return text;
  weekdays ??= weekdayNames();
  return weekdays.has(comparableName(name)) ? text.slice(whole.length) : text;
}

let months: ReadonlyMap<string, NamedMonth> | undefined;
let weekdays: ReadonlySet<string> | undefined;

/** Maps names to months. Omits a name that means different months in two languages or calendars. */
function monthNames(): ReadonlyMap<string, NamedMonth> {
  const names = new Map<string, NamedMonth>();
  const twofold = new Set<string>();
  const add = (name: string, named: NamedMonth) => {
    const key = comparableName(name);
    const known = names.get(key);
    if (known && (known.month !== named.month || known.calendar !== named.calendar)) {
      twofold.add(key);
    }
    names.set(key, named);
  };
  for (const { calendar, code, locales } of calendarsOfNames) {
    for (const locale of locales) {
      for (const [name, month] of monthsOf(`${locale}-u-ca-${code}-nu-latn`)) {
        add(name, { month, calendar });
      }
    }
  }
  for (const [key, spellings] of Object.entries(otherSpellings)) {
    const [calendar, month] = key.split(' ');
    const separator = calendar === 'hijri' ? '|' : ' ';
    for (const spelling of spellings.split(separator)) {
      add(spelling, { month: Number(month), calendar: calendar === 'hijri' ? 'hijri' : null });
    }
  }
  for (const name of twofold) names.delete(name);
  return names;
}

/** Lists the long and short names of a locale's months, alone and next to a day. */
function monthsOf(locale: string): readonly (readonly [string, number])[] {
  const found: [string, number][] = [];
  const numbers = new Intl.DateTimeFormat(locale, { month: 'numeric', timeZone: 'UTC' });
  for (const month of ['long', 'short'] as const) {
    for (const day of [undefined, 'numeric'] as const) {
      const named = new Intl.DateTimeFormat(locale, { month, day, timeZone: 'UTC' });
      // Steps of ten days reach every month of every calendar.
      for (let at = 0; at < 390; at += 10) {
        const date = Date.UTC(2026, 0, 1 + at);
        const name = named.formatToParts(date).find(({ type }) => type === 'month')?.value;
        const number = numbers.formatToParts(date).find(({ type }) => type === 'month')?.value;
        if (name !== undefined && number !== undefined) found.push([name, Number(number)]);
      }
    }
  }
  return found;
}

function weekdayNames(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const locale of [...languages, 'fa']) {
    for (const weekday of ['long', 'short'] as const) {
      const named = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { weekday, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day += 1) {
        const name = named.format(Date.UTC(2026, 0, day));
        names.add(comparableName(name));
        // The definite article is optional in Arabic.
        names.add(comparableName(name).replace(/^ال/, ''));
      }
    }
  }
  for (const name of ['tues', 'wednes', 'thur', 'thurs']) names.add(name);
  return names;
}

/** Ignores case, accents, points, spaces and common variants of Arabic spelling. */
function comparableName(name: string): string {
  return name
    .replaceAll(/[ıİ]/g, 'i')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ی', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ک', 'ك')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
