import { describe, expect, it } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { checkVocabulary, describeProse, findBannedTerm } from './check-vocabulary.ts';

describe('the vocabulary', () => {
  it('holds for every name and comment in the code and every file', () => {
    expect(checkVocabulary(homeFolder).map(({ sentence }) => sentence)).toEqual([]);
  });

  it.each([
    ['listAcquaintances', 'external contact'],
    ['reckon-payments', 'replay or calculate'],
    ['payment_portions', 'allocation or component'],
    ['portionOf', 'allocation or component'],
    ['isToldTwice', 'stated, chosen or notified'],
    ['keptAnswers', 'cached, saved or stored'],
    ['loan_arrows', 'loan transition'],
    ['firstWords', 'preload or prefetch'],
    ['tellFigureChanges', 'notify or describe'],
    ['listBoards', 'kanban boards'],
  ])('finds the banned part of %s', (name, use) => {
    expect(findBannedTerm(name)?.use).toBe(use);
  });

  it('finds a banned word in a comment', () => {
    expect(describeProse('a.ts', '* Reckons a loan. ')).toBe(
      'a.ts has the word Reckons in a comment: use replay or calculate.',
    );
    expect(describeProse('a.ts', ' In proportion to the loan.')).toBeUndefined();
  });

  it.each([
    'useMemo',
    'outstandingMinor',
    'promisesKept',
    'toldest',
    'beyondSafeIntegers',
    'storyteller',
    'kanbanBoards',
    'hearing',
  ])('accepts %s', (name) => {
    expect(findBannedTerm(name)).toBeUndefined();
  });
});
