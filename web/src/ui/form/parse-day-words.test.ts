import { expect, it } from 'vitest';
import { parseDayWords } from './parse-day-words.ts';

// 27 November 2026 is a Friday.
const today = '2026-11-27';

it.each([
  ['today', '2026-11-27'],
  ['Tomorrow', '2026-11-28'],
  ['yesterday', '2026-11-26'],
  ['+3', '2026-11-30'],
  ['+٣', '2026-11-30'],
  ['+0', '2026-11-27'],
  ['friday', '2026-12-04'],
  ['fri', '2026-12-04'],
  ['next Monday', '2026-11-30'],
  ['Thu', '2026-12-03'],
  ['اليوم', '2026-11-27'],
  ['غدًا', '2026-11-28'],
  ['غدا', '2026-11-28'],
  ['بعد غد', '2026-11-29'],
  ['أمس', '2026-11-26'],
  ['الجمعة', '2026-12-04'],
  ['جمعة', '2026-12-04'],
  ['الأحد', '2026-11-29'],
  ['الاحد', '2026-11-29'],
])('%s is %s', (text, day) => {
  for (const locale of ['en-GB', 'ar-AE']) expect(parseDayWords(text, { locale, today })).toBe(day);
});

it.each(['', '3', 'fr', 's', '+', '+1000', 'الا', 'someday', 'tod', 'friday 3'])(
  '%j is no such day',
  (text) => expect(parseDayWords(text, { locale: 'en-GB', today })).toBeNull(),
);

it('a weekday is the last one where only the past counts', () => {
  const past = { locale: 'en-GB', today, latest: today };
  expect(parseDayWords('friday', past)).toBe('2026-11-20');
  expect(parseDayWords('wed', past)).toBe('2026-11-25');
});

it('understands the weekdays of the locale', () => {
  expect(parseDayWords('freitag', { locale: 'de-DE', today })).toBe('2026-12-04');
});

it.each(['tomorrow', '+3', 'fri', 'غدا'])('%s is no day until today is known', (text) =>
  expect(parseDayWords(text, { locale: 'en-GB', today: '' })).toBeNull(),
);
