import { describe, expect, it } from 'vitest';
import { serializeError } from './log-errors.ts';

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts);

describe('an error in the log', () => {
  it('keeps the rule that refused, without the values of the row', () => {
    const error = failure('duplicate key value violates unique constraint "accounts_email_key"', {
      code: '23505',
      constraint_name: 'accounts_email_key',
      detail: 'Key (email)=(jane@lender.example) already exists.',
      parameters: ['jane@lender.example'],
    });
    const line = JSON.stringify(serializeError(error));
    expect(line).toContain('"constraint_name":"accounts_email_key"');
    expect(line).toContain('"code":"23505"');
    expect(line).not.toContain('jane');
  });

  it('hides a value that PostgreSQL quotes in its message', () => {
    const error = failure('invalid input syntax for type date: "Jane Doe"', { code: '22007' });
    expect(serializeError(error)).toMatchObject({
      message: 'invalid input syntax for type date: [value]',
    });
    expect(JSON.stringify(serializeError(error))).not.toContain('Jane');
  });

  it('hides the addresses that a mail server repeats, also in a cause', () => {
    const cause = new Error('550 <jane.doe@lender.example>: unknown user');
    const line = JSON.stringify(serializeError(new Error('mail not sent', { cause })));
    expect(line).toContain('550 <[address]>: unknown user');
    expect(line).not.toContain('jane');
  });
});
