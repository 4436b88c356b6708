import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';
import { describe, expect, it } from 'vitest';
import { amountEvidence, decideMatch, scoreOf, type ComparedLoan } from './match-evidence.ts';

const loan: ComparedLoan = {
  loanId: 'a',
  borrowerId: 'p',
  status: 'active',
  currency: 'EUR',
  dueMinor: 10_000,
  arrearsMinor: 30_000,
  instalmentMinor: 10_000,
  outstandingMinor: 90_000,
};
const line = { amountMinor: 10_000, currency: 'EUR' };
const likely = (loanId: string, ...evidence: readonly MatchEvidence[]) => ({
  loan: { ...loan, loanId },
  evidence,
});

describe('the amount of a line', () => {
  it.each<[number, readonly MatchEvidence[]]>([
    [10_000, ['amount-due']],
    [30_000, ['arrears']],
    [20_000, ['instalments']],
    [130_000, []],
    [10_001, []],
  ])('%i is %j', (amountMinor, evidence) => {
    expect(amountEvidence({ ...line, amountMinor }, loan)).toEqual(evidence);
  });

  it('is nothing in another currency or for a loan that owes nothing', () => {
    expect(amountEvidence({ ...line, currency: 'USD' }, loan)).toEqual([]);
    expect(amountEvidence(line, { ...loan, status: 'closed' })).toEqual([]);
  });
});

describe('the score', () => {
  it.each<[readonly MatchEvidence[], number]>([
    [['reference'], 97],
    [['reference', 'amount-due', 'name'], 99],
    [['loan-number', 'amount-due'], 88],
    [['name', 'amount-due'], 75],
    [['similar-name'], 20],
  ])('of %j is %i', (evidence, score) => {
    expect(scoreOf(evidence)).toBe(score);
  });
});

describe('a match', () => {
  const decide = (
    found: readonly ReturnType<typeof likely>[],
    { isOnlyDue = true }: { readonly isOnlyDue?: boolean } = {},
  ) => decideMatch(line, found, () => isOnlyDue);

  it.each<[readonly MatchEvidence[], string]>([
    [['reference'], 'reference'],
    [['loan-number', 'amount-due'], 'loan-number'],
    [['creditor-reference', 'arrears'], 'loan-number'],
    [['short-number', 'name', 'amount-due'], 'loan-number'],
    [['account', 'amount-due'], 'account'],
    [['name', 'amount-due'], 'amount-and-name'],
    [['shared-account', 'name', 'amount-due'], 'amount-and-name'],
  ])('is made for %j', (evidence, reason) => {
    expect(decide([likely('a', ...evidence), likely('b', 'amount-due')])).toMatchObject({
      loanId: 'a',
      reason,
    });
  });

  it.each<[string, readonly ReturnType<typeof likely>[]]>([
    ['two loans are named', [likely('a', 'reference'), likely('b', 'reference')]],
    [
      'two numbers name two loans that this pays',
      [likely('a', 'reference'), likely('b', 'loan-number', 'amount-due')],
    ],
    ['the number alone names it', [likely('a', 'loan-number')]],
    ['a short number alone names it', [likely('a', 'short-number', 'amount-due')]],
    ['only the amount fits', [likely('a', 'amount-due')]],
    ['the amount is only a multiple', [likely('a', 'name', 'instalments')]],
    ['the name is only similar', [likely('a', 'similar-name', 'amount-due')]],
    ['the account paid several loans', [likely('a', 'shared-account', 'amount-due')]],
    ['the account paid it and nothing is due', [likely('a', 'account')]],
    [
      'account and name disagree',
      [likely('a', 'account', 'amount-due'), likely('b', 'name', 'amount-due')],
    ],
    [
      'the text names another loan than the payer has',
      [likely('a', 'loan-number'), likely('b', 'name', 'amount-due')],
    ],
    [
      'two loans fit by name and amount',
      [likely('a', 'name', 'amount-due'), likely('b', 'name', 'amount-due')],
    ],
  ])('is left to a person if %s', (_reason, found) => {
    expect(decide(found)).toBeNull();
  });

  it('by account needs a name or an amount that only this loan has due', () => {
    expect(decide([likely('a', 'account', 'amount-due')], { isOnlyDue: false })).toBeNull();
  });

  it('is not made with a loan that takes no payment or has another currency', () => {
    const named = likely('a', 'reference');
    const other = (wishes: Partial<ComparedLoan>) => ({ ...named, loan: { ...loan, ...wishes } });
    expect(decide([other({ status: 'closed' })])).toBeNull();
    expect(decide([other({ currency: 'USD' })])).toBeNull();
  });
});
