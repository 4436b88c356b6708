import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { afterAll, describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { templateColumns, templateLine, templateTape } from '../../../../testing/template-tape.ts';
import { readTapeAside } from './read-tape-aside.ts';

const today = calendarDate('2026-06-15');
const defaults = {
  encoding: null,
  table: {},
  dateOrders: {},
  columns: null,
  answers: {},
  words: {},
  forAll: {},
  holders: [],
  remembered: [],
};
const terms = { currency: 'USD', businessDate: today, cutOffOn: today, ...defaults };
const never = new AbortController().signal;
const many = Array.from({ length: 1000 }, (_, index) => ({ external_id: `A-${index}` }));
const file = await tapeFileOf(templateTape(...many));
afterAll(() => file.handle.close());

const key = { portfolioId: 'p', importId: 'i' };
const asideOf = (one = file, signal = never) => readTapeAside(one, { key, terms, signal });

/**
 * Collects garbage. If a weak reference is still set afterwards, something still refers to the
 * object.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let turn = 0; turn < 3; turn += 1) {
    await yieldToEventLoop();
    collect();
  }
}

/** Reads the rows as sent to the database, up to the given number of pieces. */
async function rowsOf(aside: ReturnType<typeof asideOf>, piecesWanted = Infinity) {
  const pieces: Uint8Array[] = [];
  let started = 0;
  for await (const { rows, text } of aside.rows) {
    pieces.push(text);
    started += rows;
    if (pieces.length >= piecesWanted) break;
  }
  const lines = Buffer.concat(pieces).toString().split('\n').slice(0, -1);
  return { pieces, started, ids: lines.map((line) => line.split('\t')[3]) };
}
const idsOf = async (aside: ReturnType<typeof asideOf>) => (await rowsOf(aside)).ids;

/** Reads the niceness of each thread of this process from Linux. */
function nicenesses(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('a tape read on its own thread', () => {
  it('is read completely and in order, sequentially and in parallel', async () => {
    const expected = many.map(({ external_id: id }) => id);
    const aside = asideOf();
    const { ids, started } = await rowsOf(aside);
    expect([ids, started]).toEqual([expected, expected.length]);
    expect(aside.read()).toMatchObject({ summary: { loans: 1000 }, counts: { error: 0 } });
    const both = [1, 2].map(() => idsOf(asideOf()));
    expect(await Promise.all(both)).toEqual([expected, expected]);
  });

  it.runIf(process.platform === 'linux')('gives priority to waiting requests', async () => {
    await idsOf(asideOf());
    const own = getPriority();
    expect(nicenesses().filter((niceness) => niceness > own).length).toBeGreaterThan(0);
  });

  it.runIf(process.platform === 'linux')('ends the thread that read a large one', async () => {
    const readers = () => nicenesses().filter((niceness) => niceness > getPriority()).length;
    await idsOf(asideOf());
    await expect.poll(readers).toBe(1);
    const usual = await tapeFileOf(templateTape(...many, { borrower_name: 'B'.repeat(30_000) }));
    const large = await tapeFileOf(
      templateTape(...Array.from({ length: 40 }, () => ({ borrower_name: 'B'.repeat(30_000) }))),
    );
    await idsOf(asideOf(usual));
    await expect.poll(readers).toBe(1);
    await idsOf(asideOf(large));
    await Promise.all([usual, large].map(({ handle }) => handle.close()));
    await expect.poll(readers).toBe(0);
  });

  it('comes in small pieces, however long its rows are', async () => {
    const extraColumns = Array.from({ length: 8 }, (_, index) => `note_${index}`);
    const names = [...templateColumns, ...extraColumns].join(',');
    const line = [templateLine({}), ...extraColumns.map(() => '\\'.repeat(30_000))].join(',');
    const long = await tapeFileOf([names, line].join('\n'));
    const { pieces, started } = await rowsOf(asideOf(long));
    await long.handle.close();
    expect(started).toBe(1);
    expect(Buffer.concat(pieces).length).toBeGreaterThan(900_000);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(128 * 1024);
  });

  it('comes with all that is wrong with it', async () => {
    const bad = await tapeFileOf(
      templateTape(...many.map((row) => ({ ...row, principal: 'none' }))),
    );
    const aside = asideOf(bad);
    await rowsOf(aside);
    await bad.handle.close();
    const { findings, counts } = aside.read();
    expect(counts.error).toBe(1000);
    expect(findings.map(({ row }) => row)).toEqual(many.map((_, index) => index + 2));
  });

  it('that is left half-way or cancelled leaves the next one to be read', async () => {
    expect((await rowsOf(asideOf(), 1)).pieces).toHaveLength(1);
    const stopping = new AbortController();
    const reason = new Error('enough');
    const cancelled = idsOf(asideOf(file, stopping.signal));
    stopping.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(await idsOf(asideOf())).toHaveLength(1000);
  });

  it('is released when taken: the idle thread holds none of it', async () => {
    const aside = asideOf();
    const taken: WeakRef<Uint8Array>[] = [];
    for await (const { text } of aside.rows) taken.push(new WeakRef(text));
    expect(taken.length).toBeGreaterThan(2);
    await collectGarbage();
    const held = taken.filter((text) => text.deref() !== undefined);
    // The loop above may still reference the last piece.
    expect(held.length).toBeLessThanOrEqual(1);
  });

  it('that fails says why, and is not taken for one that was read', async () => {
    const aside = asideOf({ ...file, fd: 1_000_000 });
    await expect(idsOf(aside)).rejects.toThrow(/^EBADF/);
    expect(() => aside.read()).toThrow('a tape was not read to its end');
  });
});
