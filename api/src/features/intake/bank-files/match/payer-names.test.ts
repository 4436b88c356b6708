import { describe, expect, it } from 'vitest';
import { isNameIn, soundsLikeNameIn } from './payer-names.ts';

describe('a name in a text', () => {
  it.each([
    ['hans muller', 'muller, dr. hans'],
    ['hans muller', 'herrn hans peter muller'],
    ['hans muller', 'rate juni hans muller vertrag 4711'],
    ['john f kennedy', 'kennedy john'],
    ['muster gmbh', 'muster gmbh'],
    ['ليلي حداد', 'حداد ليلي قسط'],
  ])('%s is in %s', (name, text) => {
    expect(isNameIn([name], [text])).toBe(true);
  });

  it.each([
    ['hans muller', 'hans schmidt fur peter a b c muller'],
    ['hans muller', 'muller'],
    ['hans muller', 'hansmuller'],
    ['sunline', 'sunline'],
    ['ali hassan', 'ali omar said hamid hassan'],
  ])('%s is not in %s', (name, text) => {
    expect(isNameIn([name], [text])).toBe(false);
  });

  it('is found in any spelling', () => {
    expect(isNameIn(['hans muller', 'hans mueller'], ['mueller hans'])).toBe(true);
    expect(isNameIn(['hans sauer'], ['hans saur'])).toBe(false);
  });
});

describe('a name in another script', () => {
  it.each([
    ['محمد احمد', 'mohammed ahmed'],
    ['محمد احمد', 'muhammad ahmad'],
    ['ليلي حداد', 'haddad layla'],
    ['fatimah al qasim', 'فاطمه القاسم'],
  ])('%s sounds like %s', (name, text) => {
    expect(soundsLikeNameIn([name], [text])).toBe(true);
  });

  it('is not looked for in the same script, and must be whole', () => {
    expect(soundsLikeNameIn(['mohammed ahmed'], ['muhammad ahmad'])).toBe(false);
    expect(soundsLikeNameIn(['محمد احمد'], ['mohammed salem'])).toBe(false);
  });
});
