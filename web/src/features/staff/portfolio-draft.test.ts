import { describe, expect, it } from 'vitest';
import { emptyPortfolio, newPortfolio, portfolioOf } from './portfolio-draft.ts';

describe('the portfolio of an invitation', () => {
  it('is one that is there, by its id', () => {
    expect(portfolioOf({ ...emptyPortfolio, choice: 'p1', name: 'left over' })).toEqual({
      id: 'p1',
    });
  });

  it('is a new one only once all of it is told', () => {
    const begun = { ...emptyPortfolio, choice: newPortfolio, name: ' New books ', currency: 'KWD' };
    expect(portfolioOf(emptyPortfolio)).toBeNull();
    expect(portfolioOf(begun)).toBeNull();
    expect(portfolioOf({ ...begun, timeZone: 'Asia/Kuwait' })).toEqual({
      name: 'New books',
      currency: 'KWD',
      timeZone: 'Asia/Kuwait',
    });
  });
});
