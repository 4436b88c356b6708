import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntry, readRefusal } from './sign-in-answer.ts';
import i18next from 'i18next';
import { ApiFailure } from '../../../lib/api-client.ts';

const whole = {
  status: true,
  token: 'abc',
  role: 'user',
  id: 'u1',
  email: 'user@bursar.example',
  message: 'Signed in',
};

describe('the answer to sign-in', () => {
  it('is a session if its status is true and it has one', () => {
    const { token, role, id, email, message } = whole;
    expect(readEntry(whole)).toEqual({ session: { token, role, id, email }, message });
  });

  it("is the server's message if its status is false, whatever else is missing", () => {
    expect(readEntry({ status: false, message: 'Locked' })).toEqual({ message: 'Locked' });
  });

  it.each([
    undefined,
    null,
    '',
    '<html>',
    [],
    {},
    { status: false },
    { status: false, message: null },
    { status: false, message: '  ' },
    { status: 'true', token: 'abc', role: 'user' },
    { status: true },
    { ...whole, token: '', message: '' },
    { ...whole, role: 'guest', message: undefined },
    { ...whole, token: { of: 'something' }, message: ['odd'] },
  ])('is not a session and has no message if it is %j', (odd) => {
    expect(readEntry(odd)).toEqual({});
  });

  it('signs in with a token and a role, even if the rest is missing', () => {
    expect(readEntry({ status: true, token: 'abc', role: 'agent', id: 7 })).toEqual({
      session: { token: 'abc', role: 'agent', id: '7', email: '' },
    });
  });
});

const failureOf = (status: number, raw: Record<string, unknown>) =>
  new ApiFailure(status, { error: 'answer_unreadable', message: String(raw['message']), raw });

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: {
      en: { failures: { network_unreachable: 'The server cannot be reached.' } },
      ae: { failures: { credentials_wrong: 'بيانات الدخول غير صحيحة' } },
    },
  }),
);
afterAll(() => i18next.changeLanguage('en'));

describe('readRefusal', () => {
  it.each([400, 401, 403])('puts the entries of a %i under their fields', (status) => {
    const answer = { email: 'Unknown address', password: ['Wrong password', 'Try again'] };
    expect(readRefusal(failureOf(status, answer))).toEqual({
      kind: 'fields',
      email: 'Unknown address',
      password: 'Wrong password',
    });
  });

  it('shows the message in a dialog if no field has an entry', () => {
    expect(readRefusal(failureOf(401, { message: 'No such account' }))).toEqual({
      kind: 'dialog',
      message: 'No such account',
    });
  });

  it('uses the translated sentence if there is no message', () => {
    expect(readRefusal(failureOf(403, {}))).toEqual({ kind: 'dialog', message: undefined });
  });

  it('shows the message of any other failure, even if it has entries', () => {
    const cause = failureOf(500, { message: 'Out of order', email: 'ignored' });
    expect(readRefusal(cause)).toEqual({ kind: 'dialog', message: 'Out of order' });
  });

  it('reports that the network gave no answer', () => {
    const cause = new ApiFailure(0, { error: 'network_unreachable', message: 'Failed to fetch' });
    expect(readRefusal(cause)).toEqual({
      kind: 'dialog',
      message: 'The server cannot be reached.',
    });
  });

  it("translates the server's refusal", async () => {
    const answer = { error: 'credentials_wrong', message: 'Not correct.' } as const;
    const cause = new ApiFailure(401, { ...answer, raw: answer });
    expect(readRefusal(cause)).toMatchObject({ message: 'Not correct.' });
    await i18next.changeLanguage('ae');
    expect(readRefusal(cause)).toMatchObject({ message: 'بيانات الدخول غير صحيحة' });
  });
});
