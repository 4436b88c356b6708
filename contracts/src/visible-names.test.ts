import { describe, expect, it } from 'vitest';
import { isVisibleName, visibleForm } from './visible-names.ts';

describe('a name', () => {
  it.each([
    'Ada Byron',
    "Seán O'Brien-Ní Dhálaigh",
    'José Ñ',
    'Jose\u0301',
    'محمد علي',
    'می‌خواهم',
    'क्‍ष शर्मा',
    'ന്‍ മോഹന്‍',
    'ශ්‍රී ලංකා',
    '葛\u{E0100}城',
    'Kredit & Söhne (GmbH) 2',
    '',
    '  ',
  ])('may be %j', (name) => {
    expect(isVisibleName(name)).toBe(true);
  });

  it.each([
    ['a zero-width space', 'Ada\u200BByron'],
    ['a zero-width space alone', '\u200B'],
    ['a byte order mark', '\uFEFFAda'],
    ['a word joiner', 'Ada\u2060'],
    ['a soft hyphen', 'Ad\u00ADa'],
    ['a Hangul filler', '\u3164'],
    ['braille without a dot', '\u2800'],
    ['a direction override', 'Ada \u202Enoryb'],
    ['an isolate', '\u2066Ada\u2069'],
    ['a direction mark', 'Ada\u200F'],
    ['the Arabic letter mark', 'علي\u061C'],
    ['a joiner between Latin letters', 'Ad\u200Da'],
    ['a non-joiner at the end', 'علي\u200C'],
    ['a tag character', 'Ada\u{E0041}'],
    ['a line break', 'Ada\nByron'],
    ['a bell', 'Ada\u0007'],
  ])('must not contain %s', (_, name) => {
    expect(isVisibleName(name)).toBe(false);
  });
});

describe('the visible form of a text', () => {
  it.each([
    ['Ada \u202Enoryb', 'Ada noryb'],
    ['\u2066Ada\u2069\u200B\uFEFF', 'Ada'],
    ['علي\u200F', 'علي'],
    ['می‌خواهم', 'می‌خواهم'],
    ['ക്‍ മോഹന്‍', 'ക്‍ മോഹന്‍'],
    ['Ad\u200Da', 'Ada'],
    ['José & Söhne', 'José & Söhne'],
    ['\u200B', ''],
  ])('of %j is %j', (text, form) => {
    expect(visibleForm(text)).toBe(form);
    expect(isVisibleName(visibleForm(text))).toBe(true);
  });
});
