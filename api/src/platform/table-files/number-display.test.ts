import { describe, expect, it } from 'vitest';
import { displayOf } from './number-display.ts';

describe('the direction that a number format displays', () => {
  it.each([
    ['0" Cr"', 'credit', 'credit'],
    ['0" Cr";0" Dr"', 'credit', 'debit'],
    ['"Cr; "0;"Dr\\; "0', 'credit', 'debit'],
    // An empty section displays nothing; the next section is not for these numbers.
    ['0" Dr";;0" Cr"', 'debit', null],
    ['0" Dr";', 'debit', null],
    [';0" Cr"', null, 'credit'],
    [';;0" Cr"', null, null],
    ['0_;" Cr"', 'credit', 'credit'],
    // A condition decides instead of the order.
    ['[<0]0" Cr";0" Dr"', 'debit', 'credit'],
    ['[Red][<=0]0" Cr";[>0]0" Dr"', 'debit', 'credit'],
    ['[>=0]0" Cr";0" Dr"', 'credit', 'debit'],
    ['[=0]"nil Cr";[<0]0" Dr";0', null, 'debit'],
    ['[>=1000]0" Cr";0" Dr"', null, 'debit'],
    ['[<-50]0" Cr";0" Cr"', 'credit', 'credit'],
  ] as const)('%s', (code, positive, negative) => {
    expect(displayOf(code).side).toEqual({ positive, negative });
  });
});

describe('the kind of a number format', () => {
  it.each([
    ['0;;@', 'plain'],
    [';;0%', 'plain'],
    [';;;', 'plain'],
    ['0%;;', 'percent'],
    ['[<0]0%;0', 'plain'],
    ['0.00;[Red]-0.00', 'plain'],
    ['[h]:mm', 'date'],
  ] as const)('of %s is %s', (code, kind) => {
    expect(displayOf(code).kind).toBe(kind);
  });

  it('is that of positive numbers, also for currencies and leading zeros', () => {
    expect(displayOf(';[$€-407] 0').currencies).toBeNull();
    expect(displayOf('000;;"none"').pattern).toHaveLength(3);
    expect(displayOf(';000').pattern).toBeNull();
  });
});
