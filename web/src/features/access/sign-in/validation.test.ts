import { describe, expect, it } from 'vitest';
import { checkCredentials, checkNewPassword } from './validation.ts';

const good = { email: 'user@bursar.example', password: 'Bursar#2026' };

describe('checkCredentials', () => {
  it('accepts an address and a password of 8 to 15 characters', () => {
    expect(checkCredentials(good)).toEqual({});
    expect(checkCredentials({ ...good, password: '12345678' })).toEqual({});
    expect(checkCredentials({ ...good, password: '123456789012345' })).toEqual({});
  });

  it.each([
    ['', 'email.required'],
    ['user', 'email.format'],
    ['user@', 'email.format'],
    ['user @bursar.example', 'email.format'],
    ['user@bursar', 'email.pattern'],
    ['user@bursar.e', 'email.pattern'],
  ])('names the first rule that the email %j breaks', (email, problem) => {
    expect(checkCredentials({ ...good, email })).toEqual({ email: problem });
  });

  it.each([
    ['', 'password.required'],
    ['1234567', 'password.tooShort'],
    ['1234567890123456', 'password.tooLong'],
  ])('names the first rule that the password %j breaks', (password, problem) => {
    expect(checkCredentials({ ...good, password })).toEqual({ password: problem });
  });
});

describe('a new password', () => {
  it('must be repeated', () => {
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

  it('must be the same both times', () => {
    expect(checkNewPassword({ password: 'Own#Choice9', again: 'Own#Choice8' })).toEqual({
      again: 'newPassword.again.differs',
    });
  });
});
