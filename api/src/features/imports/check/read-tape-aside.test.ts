import { calendarDate } from '@bursar/loan-maths/calendar';
import { afterAll, describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../testing/tape-files.ts';
import { templateTape } from '../../../testing/template-tape.ts';
import { readTapeAside } from './read-tape-aside.ts';

const today = calendarDate('2026-06-15');
const untold = { encoding: null, columns: null, remembered: [] };
const terms = { currency: 'USD', businessDate: today, cutOffOn: today, ...untold };
const never = new AbortController().signal;
const many = Array.from({ length: 1000 }, (_, index) => ({ external_id: `A-${index}` }));
const file = await tapeFileOf(templateTape(...many));
afterAll(() => file.handle.close());

async function idsOf(aside: ReturnType<typeof readTapeAside>, stopAfter = Infinity) {
  const ids: (string | null)[] = [];
  for await (const { externalId } of aside.rows) {
    ids.push(externalId);
    if (ids.length >= stopAfter) break;
  }
  return ids;
}

describe('a tape read on a thread of its own', () => {
  it('comes whole and in order, one after another and two at once', async () => {
    const expected = many.map(({ external_id: id }) => id);
    const aside = readTapeAside(file, { terms, signal: never });
    expect(await idsOf(aside)).toEqual(expected);
    expect(aside.read()).toMatchObject({ summary: { loans: 1000 }, counts: { error: 0 } });
    const both = [1, 2].map(() => idsOf(readTapeAside(file, { terms, signal: never })));
    expect(await Promise.all(both)).toEqual([expected, expected]);
  });

  it('that is left half-way or cancelled leaves the next one to be read', async () => {
    expect(await idsOf(readTapeAside(file, { terms, signal: never }), 3)).toHaveLength(3);
    const stopping = new AbortController();
    const reason = new Error('enough');
    const cancelled = idsOf(readTapeAside(file, { terms, signal: stopping.signal }));
    stopping.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(await idsOf(readTapeAside(file, { terms, signal: never }))).toHaveLength(1000);
  });

  it('that fails says why, and is not taken for one that was read', async () => {
    const closed = { ...file, fd: 1_000_000 };
    const aside = readTapeAside(closed, { terms, signal: never });
    await expect(idsOf(aside)).rejects.toThrow(/^EBADF/);
    expect(() => aside.read()).toThrow('a tape was not read to its end');
  });
});
