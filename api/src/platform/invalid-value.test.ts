import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { fieldOfInvalidValue, isInvalidValue } from './invalid-value.ts';

describe('a value that the database refuses', async () => {
  const { database } = await createTestDatabase();
  const parts = (query: object, body: unknown = null) => ({ params: {}, query, body });
  const failureOf = async (asked: PromiseLike<unknown>): Promise<Error> => {
    try {
      await asked;
    } catch (error) {
      if (isInvalidValue(error)) return error;
      throw error;
    }
    throw new Error('the database took it');
  };

  it.each([
    ['a day before the first year', '0000-01-01', 'date'],
    ['an impossible time zone offset', '2026-06-15T12:00:00+23:59', 'timestamptz'],
    ['a number beyond its column', '2147483648', 'integer'],
    ['a text instead of a number', 'twelve', 'numeric'],
  ])('is found in the request: %s', async (_, value, type) => {
    const failure = await failureOf(database.unsafe(`select $1::text::${type}`, [value]).execute());
    expect(fieldOfInvalidValue(failure, parts({ q: 'x', from: value }))).toBe('from');
    const nested = { action: { what: 'call', days: ['2026-06-15', value] } };
    expect(fieldOfInvalidValue(failure, parts({}, nested))).toBe('action.days.1');
  });

  it('names no field if the message quotes no value of the request', async () => {
    const failure = await failureOf(database`select 9223372036854775807 + ${1}::bigint`);
    expect(fieldOfInvalidValue(failure, parts({ from: '1' }))).toBeUndefined();
  });

  it('is distinguished from every other failure', async () => {
    await expect(failureOf(database`select * from nowhere`)).rejects.toThrow('nowhere');
  });
});
