import { describe, expect, it } from 'vitest';
import { readEntry } from './read-entry.ts';

const answer = {
  status: true,
  token: 'abc',
  role: 'user',
  id: 'u1',
  email: 'user@bursar.example',
  message: 'Signed in',
};

describe('the answer to sign-in', () => {
  it('is a session where its status is true and it names one', () => {
    const { token, role, id, email, message } = answer;
    expect(readEntry(answer)).toEqual({ session: { token, role, id, email }, message });
  });

  it('is the server’s message where its status is false, whatever else is missing', () => {
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
    { ...answer, token: '', message: '' },
    { ...answer, role: 'guest', message: undefined },
    { ...answer, token: { of: 'something' }, message: ['odd'] },
  ])('is nobody’s session, and says nothing, where it is %j', (odd) => {
    expect(readEntry(odd)).toEqual({});
  });

  it('lets in who has a token and a role, though the rest is missing', () => {
    expect(readEntry({ status: true, token: 'abc', role: 'agent', id: 7 })).toEqual({
      session: { token: 'abc', role: 'agent', id: '7', email: '' },
    });
  });
});
