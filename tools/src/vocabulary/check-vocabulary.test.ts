import { describe, expect, it } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { checkVocabulary, findBannedTerm } from './check-vocabulary.ts';

describe('the vocabulary', () => {
  it('holds for every name in the code and every file', () => {
    expect(checkVocabulary(homeFolder).map(({ sentence }) => sentence)).toEqual([]);
  });

  it.each([
    ['listAcquaintances', 'external contact'],
    ['reckon-payments', 'replay or calculate'],
    ['payment_portions', 'allocation'],
    ['isToldTwice', 'stated, chosen or notified'],
    ['keptAnswers', 'cached, saved or stored'],
  ])('finds the banned part of %s', (name, use) => {
    expect(findBannedTerm(name)?.use).toBe(use);
  });

  it.each(['useMemo', 'outstandingMinor', 'promisesKept', 'toldest', 'beyondSafeIntegers'])(
    'accepts %s',
    (name) => {
      expect(findBannedTerm(name)).toBeUndefined();
    },
  );
});
