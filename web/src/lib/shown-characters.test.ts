import { expect, it } from 'vitest';
import { shownCharacters } from './shown-characters.ts';

it('characters are listed up to the twelfth, and an ellipsis replaces the others', () => {
  expect(shownCharacters(['王', '元'])).toBe('王 元');
  expect(shownCharacters('abcdefghijklm'.split(''))).toBe('a b c d e f g h i j k l …');
});
