import { describe, expect, it } from 'vitest';
import { checkNewPassword } from './new-password.ts';

describe('a new password', () => {
  it('is asked for twice', () => {
    expect(checkNewPassword({ password: '', again: '' })).toEqual({
      password: 'password.required',
      again: 'newPassword.again.required',
    });
  });

  it('has 8 to 15 characters', () => {
    const seven = 'seven#7';
    const sixteen = 'sixteen-signs#16';
    expect(checkNewPassword({ password: seven, again: seven })).toEqual({
      password: 'password.tooShort',
    });
    expect(checkNewPassword({ password: sixteen, again: sixteen })).toEqual({
      password: 'password.tooLong',
    });
    expect(checkNewPassword({ password: `${seven}#`, again: `${seven}#` })).toEqual({});
  });

  it('is the same both times', () => {
    expect(checkNewPassword({ password: 'Own#Choice9', again: 'Own#Choice8' })).toEqual({
      again: 'newPassword.again.differs',
    });
  });
});
