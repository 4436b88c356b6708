import { describe, expect, it } from 'vitest';
import { hasWords } from './search-words.ts';

describe('words that are searched for', () => {
  it.each([
    ['Müller, Jörg', 'muller'],
    ['Carlos Patel', 'patel carlos'],
    ['Straße', 'STRASSE'],
    ['Søren Łukasz', 'lukasz soren'],
    ['أحمد فاطِمة', 'فاطمه احمد'],
    ['Anyone', '  '],
  ])('are found in %s by %s', (text, typed) => {
    expect(hasWords(text, typed)).toBe(true);
  });

  it('are all wanted', () => {
    expect(hasWords('Carlos Patel', 'carlos silva')).toBe(false);
  });
});
