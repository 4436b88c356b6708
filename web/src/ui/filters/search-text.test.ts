import { describe, expect, it } from 'vitest';
import { excerptAround, matchesSearch } from './search-text.ts';

describe('search terms', () => {
  it.each([
    ['Müller, Jörg', 'muller'],
    ['Carlos Patel', 'patel carlos'],
    ['Straße', 'STRASSE'],
    ['Søren Łukasz', 'lukasz soren'],
    ['أحمد فاطِمة', 'فاطمه احمد'],
    ["Sean O'Brien", 'obrien'],
    ['Sean O’Brien', "o'brien"],
    ["Sean O'Brien", 'o brien'],
    ['Noor Al-Saleh', 'alsaleh'],
    ['مؤمن رائد', 'مومن رايد'],
    ['ٱلأمل', 'الامل'],
    ['الأمل', 'ٱلأمل'],
    ['Anyone', '  '],
  ])('are found in %s by %s', (text, typed) => {
    expect(matchesSearch(text, typed)).toBe(true);
  });

  it('must all match', () => {
    expect(matchesSearch('Carlos Patel', 'carlos silva')).toBe(false);
  });
});

describe('the excerpt around a match', () => {
  const long = `${'So it goes on. '.repeat(20)}Then the keeper pays.`;

  it.each([
    [
      'starts shortly before the first match',
      long,
      'PAYS keeper',
      '…So it goes on. Then the keeper pays.',
    ],
    [
      'is complete if the matches are near its start',
      'The keeper pays.',
      'pays',
      'The keeper pays.',
    ],
    ['is complete if no match has the typed spelling', long, 'kéeper', long],
    [
      'starts with a whole letter',
      `${'😀'.repeat(61)}x keeper`,
      'keeper',
      `…${'😀'.repeat(11)}x keeper`,
    ],
  ])('%s', (_name, text, typed, shown) => {
    expect(excerptAround(text, typed)).toBe(shown);
  });
});
