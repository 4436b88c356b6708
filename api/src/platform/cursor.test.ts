import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const id = '0190163d-8694-739b-aea5-966c26f8ad91';

describe('a cursor', () => {
  const kinds = [
    ['day', '2026-06-15'],
    ['instant', '2026-06-15T12:00:00.123Z'],
    ['integer', -12],
    ['decimal', '14.070000'],
    ['text', "O'Hara\n😀"],
  ] as const;

  it.each(kinds)('for %s is read as it was written', (kind, value) => {
    expect(readCursor(writeCursor({ value, id }), kind)).toEqual({ value, id });
  });

  it.each([
    ['day', '0000-01-01', '2026-02-30', 'infinity', 'x', '', 20260615],
    ['instant', '0000-01-01T00:00:00Z', '2026-06-15T12:00:00+23:59', 'now', 1],
    ['integer', 0.5, 2 ** 53, '1', 'NaN', ''],
    ['decimal', 'NaN', 'Infinity', '1e400', 1],
    ['text', 'a\u0000', '\u{d800}', 1],
  ] as const)('for %s is ignored with a value of a different type', (kind, ...values) => {
    for (const value of values) {
      expect(readCursor(writeCursor({ value, id }), kind), String(value)).toBeNull();
    }
  });

  it.each(['first', '%%%', 'W10', 'bnVsbA', writeCursor({ value: 'x', id: 'not-an-id' })])(
    'that was not issued is ignored: %s',
    (text) => {
      expect(readCursor(text, 'text')).toBeNull();
    },
  );
});
