import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarVerdict,
  dateOrders,
  noDates,
  noteDate,
  orderVerdict,
  readDateAs,
  type DateFormat,
} from './date-format.ts';

function evidenceOf(cells: readonly string[]) {
  const evidence = noDates();
  cells.forEach((cell, at) => noteDate(evidence, cell, at + 2));
  return evidence;
}

/** Reads a column as an import does if the user answers no questions: in its proven format. */
function readColumn(cells: readonly string[]): readonly (string | null)[] {
  const evidence = evidenceOf(cells);
  const order = orderVerdict(evidence);
  const calendar = calendarVerdict(evidence);
  const format: DateFormat = {
    order: 'order' in order ? order.order : null,
    calendar: calendar.kind === 'proved' ? calendar.calendar : null,
  };
  return cells.map((cell) => readDateAs(cell, format));
}

describe('one cell', () => {
  it.each([
    ['31 January 2026', '2026-01-31'],
    ['January 31, 2026', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['31-Jan-1998', '1998-01-31'],
    ['Jan 31st 2026', '2026-01-31'],
    ['2026 Jan 31', '2026-01-31'],
    ['31. Januar 2026', '2026-01-31'],
    ['31. Dez. 2025', '2025-12-31'],
    ['3. März 2026', '2026-03-03'],
    ['1er janvier 2026', '2026-01-01'],
    ['31 janv. 2026', '2026-01-31'],
    ['28 févr. 2026', '2026-02-28'],
    ['31 de enero de 2026', '2026-01-31'],
    ['30 sept. 2025', '2025-09-30'],
    ['31 de dezembro de 2025', '2025-12-31'],
    ['31 gennaio 2026', '2026-01-31'],
    ['31 mrt 2026', '2026-03-31'],
    ['31 stycznia 2026', '2026-01-31'],
    ['31 Ağustos 2026', '2026-08-31'],
    ['31 يناير 2026', '2026-01-31'],
    ['٣١ كانون الثاني ٢٠٢٦', '2026-01-31'],
    ['٣٠ أيلول ٢٠٢٦', '2026-09-30'],
    ['30 سبتمبر 2026 م', '2026-09-30'],
    ['31 أوت 2026', '2026-08-31'],
    ['السبت، 31 يناير 2026', '2026-01-31'],
    ['Sat, 31 Jan 2026', '2026-01-31'],
    ['Mar 31, 2026', '2026-03-31'],
    ['mar. 31 mars 2026', '2026-03-31'],
    ['Dienstag 31.03.2026', '2026-03-31'],
    ['Sat Jan 31 2026 00:00:00 GMT+0300 (Arabian Standard Time)', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['31012026', '2026-01-31'],
    ['2026/1/31', '2026-01-31'],
    ['2026. 01. 31.', '2026-01-31'],
    ['2026-01-31T23:30:00+03:00', '2026-01-31'],
    ['2026-01-31 23:30:00.000000 UTC', '2026-01-31'],
    ['31/01/2026 10:00 PM', '2026-01-31'],
    ['31.01.2026, 14:30 Uhr', '2026-01-31'],
    ['31.01.26', '2026-01-31'],
    ['۲۰۲۶/۰۱/۳۱', '2026-01-31'],
    ['31\u201001\u20102026', '2026-01-31'],
    ['01.02.2026', '2026-02-01'],
    ['1448/04/14', '2026-09-25'],
    ['14/04/1448 هـ', '2026-09-25'],
    ['١٤٤٨/٠٤/١٤', '2026-09-25'],
    ['14480414', '2026-09-25'],
    ['14 ربيع الآخر 1448', '2026-09-25'],
    ['١٤ ربيع الثاني ١٤٤٨هـ', '2026-09-25'],
    ['1 Muharram 1448 AH', '2026-06-16'],
    ['1 Ramadan 1445', '2024-03-11'],
    ['5 آذر 1404', '2025-11-26'],
  ])('reads %s as %s', (cell, day) => {
    expect(readColumn([cell])).toEqual([day]);
  });

  it.each([
    '31/02/2026',
    '2026-31-01',
    '31/31/2026',
    '30 Feb 2026',
    'Jan 2026',
    '31 Foo 2026',
    '1448/03/30',
    '260131',
    '14/04/2026 هـ',
    '31/01/202',
    '1/2',
    'n/a',
    '12.50',
  ])('does not read %s', (cell) => {
    expect(readColumn([cell])).toEqual([null]);
  });
});

describe('a column', () => {
  it('has the order that one of its rows proves', () => {
    expect(orderVerdict(evidenceOf(['03/04/2026', '27/03/2026', '28/03/2026']))).toEqual({
      kind: 'proved',
      order: 'day-first',
      proofs: {
        count: 2,
        samples: [
          { value: '27/03/2026', row: 3 },
          { value: '28/03/2026', row: 4 },
        ],
      },
    });
    expect(readColumn(['03/04/2026', '03/27/2026'])).toEqual(['2026-03-04', '2026-03-27']);
    expect(readColumn(['03042026', '27032026'])).toEqual(['2026-04-03', '2026-03-27']);
  });

  it('has proofs from the order that its cells contradict, though another is excluded', () => {
    const days = Array.from({ length: 28 }, (_, at) => `${String(at + 1).padStart(2, '0')}/11/25`);
    expect(orderVerdict(evidenceOf(days))).toMatchObject({
      kind: 'proved',
      order: 'day-first',
      proofs: { count: 16 },
    });
  });

  it.each([
    [['03/04/2026'], ['day-first', 'month-first']],
    [['03042026'], ['day-first', 'month-first']],
    [
      ['26/11/25', '06/11/25'],
      ['day-first', 'year-first'],
    ],
    [['05/04/06'], ['day-first', 'month-first', 'year-first']],
    [
      ['6/4/26', '05/04/26'],
      ['day-first', 'month-first'],
    ],
    // Points suggest that the day comes first, and 01.31.2026 that the month comes first.
    [
      ['01.31.2026', '02.03.2026'],
      ['day-first', 'month-first'],
    ],
  ])('is asked about if nothing proves %j', (cells, possible) => {
    expect(orderVerdict(evidenceOf(cells))).toMatchObject({ kind: 'unproven', possible });
  });

  it('needs no order if every date has one reading', () => {
    expect(orderVerdict(evidenceOf(['05/05/2026', '2026-01-02', '3 May 2026'])).kind).toBe(
      'not-needed',
    );
    expect(readColumn(['05/05/2026', '2026-01-02'])).toEqual(['2026-05-05', '2026-01-02']);
  });

  it('is contradicted by two rows with opposite orders, and names them', () => {
    expect(orderVerdict(evidenceOf(['27/03/2026', '01/02/2026', '03/28/2026']))).toEqual({
      kind: 'contradicted',
      cells: {
        count: expect.any(Number),
        samples: expect.arrayContaining([
          { value: '27/03/2026', row: 2 },
          { value: '03/28/2026', row: 4 },
        ]),
      },
    });
  });

  it('is contradicted if a spreadsheet swapped day and month where it could', () => {
    // 03/04/2026 meant 3 April; a spreadsheet that expects the month first stored 4 March.
    expect(orderVerdict(evidenceOf(['2026-03-04', '27/03/2026'])).kind).toBe('contradicted');
    expect(orderVerdict(evidenceOf(['2026-03-14', '27/03/2026'])).kind).toBe('proved');
  });

  it('is contradicted by a year in front of a day and a month', () => {
    expect(orderVerdict(evidenceOf(['2026-01-02', '2026-31-01'])).kind).toBe('contradicted');
  });

  it('has two-digit years last if the first number takes all days and the last few years', () => {
    const days = Array.from({ length: 28 }, (_, at) => `${String(at + 1).padStart(2, '0')}/11/25`);
    expect(orderVerdict(evidenceOf(days))).toMatchObject({ kind: 'proved', order: 'day-first' });
  });

  it('reads two-digit years as 1950 to 2049', () => {
    expect(readColumn(['31/12/49', '31/12/50', '31/12/2020'])).toEqual([
      '2049-12-31',
      '1950-12-31',
      '2020-12-31',
    ]);
  });

  it.each([[['1405/01/15']], [['۱۴۰۴/۰۹/۰۵', '۱۴۳۰/۰۹/۰۵']], [['15/01/1405', '20/02/1399']]])(
    'is asked for its calendar if %j can be Hijri or Persian',
    (cells) => {
      expect(calendarVerdict(evidenceOf(cells)).kind).toBe('unproven');
      expect(readColumn(cells)).toEqual(cells.map(() => null));
    },
  );

  it('does not read a Hijri year among years of the Gregorian calendar', () => {
    expect(readColumn(['2026-01-02', '1448-01-02'])).toEqual(['2026-01-02', null]);
  });

  it('reads no cell in another order than its own', () => {
    for (const order of dateOrders) {
      expect(readDateAs('27/03/2026', { order, calendar: null })).toBe(
        order === 'day-first' ? '2026-03-27' : null,
      );
    }
  });
});

const DAY_MS = 86_400_000;

/** Ways to write a day; each column below uses one of them throughout. */
const writings: Readonly<Record<string, (day: Date) => string>> = {
  ...Object.fromEntries(
    [
      'en',
      'en-GB',
      'de',
      'fr',
      'es',
      'pt',
      'it',
      'nl',
      'pl',
      'tr',
      'ar-EG',
      'ar-SY',
      'ar-MA',
    ].flatMap((locale) =>
      (['long', 'medium', 'short', 'full'] as const).map((dateStyle) => {
        const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, {
          dateStyle,
          timeZone: 'UTC',
        });
        return [`${locale} ${dateStyle}`, (day: Date) => format.format(day)];
      }),
    ),
  ),
  ...Object.fromEntries(
    ['ar-SA-u-ca-islamic-umalqura', 'en-u-ca-islamic-umalqura', 'fa-u-ca-persian'].flatMap(
      (locale) =>
        (['long', 'medium', 'short'] as const).map((dateStyle) => {
          const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
          return [`${locale} ${dateStyle}`, (day: Date) => format.format(day)];
        }),
    ),
  ),
  ...Object.fromEntries(
    ['d/m/y', 'm/d/y', 'd-m-y', 'd.m.y', 'd m y', 'dmy', 'mdy', 'ymd', 'y/m/d', 'y.m.d'].map(
      (order) => [
        order,
        (day: Date) => {
          const [y = '', m = '', d = ''] = day.toISOString().slice(0, 10).split('-');
          return order.replaceAll(/[dmy]/g, (part) => (part === 'd' ? d : part === 'm' ? m : y));
        },
      ],
    ),
  ),
  'd/m/yy': (day) => shortYear(day, ['d', 'm', 'y']),
  'm/d/yy': (day) => shortYear(day, ['m', 'd', 'y']),
  'yy/m/d': (day) => shortYear(day, ['y', 'm', 'd']),
  'ISO with a zone': (day) => `${day.toISOString().slice(0, 10)}T23:30:00+03:00`,
  'mail header': (day) => day.toUTCString(),
};

function shortYear(day: Date, order: readonly ('d' | 'm' | 'y')[]): string {
  const [y = '', m = '', d = ''] = day.toISOString().slice(2, 10).split('-');
  return order.map((part) => ({ y, m, d })[part]).join('/');
}

describe('a column written in any of the forms', () => {
  it('reads back every day, or asks, and never reads another day', () => {
    let read = 0;
    let asked = 0;
    const days = fc.array(fc.integer({ min: 11_000, max: 21_500 }), {
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(writings)), days, (name, numbers) => {
        const dates = numbers.map((number) => new Date(number * DAY_MS));
        const cells = dates.map((day) => writings[name]?.(day) ?? '');
        const expected = dates.map((day) => day.toISOString().slice(0, 10));
        const back = readColumn(cells);
        if (back.every((day) => day !== null)) read += 1;
        else asked += 1;
        const wrong = cells.filter((_cell, at) => back[at] !== null && back[at] !== expected[at]);
        expect({ name, cells, wrong }).toEqual({ name, cells, wrong: [] });
      }),
      { numRuns: 3000, interruptAfterTimeLimit: 20_000 },
    );
    expect(read).toBeGreaterThan(asked);
  });
});
