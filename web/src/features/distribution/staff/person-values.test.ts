import { describe, expect, it } from 'vitest';
import { emptyUser, NEW_PORTFOLIO, userInvitation } from './person-values.ts';

const user = { ...emptyUser, id: 'u1' };
const portfolioOf = (values: typeof user) => userInvitation(values)?.portfolio;

describe('the portfolio of an invitation', () => {
  it('is an existing one, by its id', () => {
    const leftOver = { ...user.portfolio, name: 'left over' };
    expect(portfolioOf({ ...user, portfolioId: 'p1', portfolio: leftOver })).toEqual({ id: 'p1' });
  });

  it('is a new one only with all its details', () => {
    const newPortfolio = { name: ' New books ', currency: 'KWD', timeZone: null };
    const asked = { ...user, portfolioId: NEW_PORTFOLIO };
    expect(userInvitation(user)).toBeNull();
    expect(userInvitation({ ...asked, portfolio: newPortfolio })).toBeNull();
    expect(
      portfolioOf({ ...asked, portfolio: { ...newPortfolio, timeZone: 'Asia/Kuwait' } }),
    ).toEqual({
      name: 'New books',
      currency: 'KWD',
      timeZone: 'Asia/Kuwait',
    });
  });

  it('is missing for an administrator', () => {
    expect(userInvitation({ ...user, role: 'admin', portfolioId: 'p1' })).not.toHaveProperty(
      'portfolio',
    );
  });
});
