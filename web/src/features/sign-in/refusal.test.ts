import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import i18next from 'i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { readRefusal } from './refusal.ts';

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

  it('says the message in a dialog where no field has an entry', () => {
    expect(readRefusal(failureOf(401, { message: 'No such account' }))).toEqual({
      kind: 'dialog',
      message: 'No such account',
    });
  });

  it('leaves the sentence to the catalogue where there is no message either', () => {
    expect(readRefusal(failureOf(403, {}))).toEqual({ kind: 'dialog', message: undefined });
  });

  it('says the message of any other failure, whatever entries it has', () => {
    const cause = failureOf(500, { message: 'Out of order', email: 'ignored' });
    expect(readRefusal(cause)).toEqual({ kind: 'dialog', message: 'Out of order' });
  });

  it('says that the network gave no answer', () => {
    const cause = new ApiFailure(0, { error: 'network_unreachable', message: 'Failed to fetch' });
    expect(readRefusal(cause)).toEqual({
      kind: 'dialog',
      message: 'The server cannot be reached.',
    });
  });

  it('words the server’s refusal in the language of the reader', async () => {
    const answer = { error: 'credentials_wrong', message: 'Not correct.' } as const;
    const cause = new ApiFailure(401, { ...answer, raw: answer });
    expect(readRefusal(cause)).toMatchObject({ message: 'Not correct.' });
    await i18next.changeLanguage('ae');
    expect(readRefusal(cause)).toMatchObject({ message: 'بيانات الدخول غير صحيحة' });
  });
});
