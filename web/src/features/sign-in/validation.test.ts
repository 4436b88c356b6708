import { describe, expect, it } from 'vitest';
import { checkCredentials } from './validation.ts';

const good = { email: 'user@bursar.example', password: 'Bursar#2026' };

describe('checkCredentials', () => {
  it('finds nothing wrong with an address and a password of 8 to 15 characters', () => {
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
