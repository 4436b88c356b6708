import { setTimeout as wait } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { generateTape } from '../../../../seed/generate-tape.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { bookImport } from './book-import.ts';
import { cancelImport } from '../cancel-import.ts';
import { lockImport } from '../import-lock.ts';
import { endWork } from '../imports.store.ts';
import { startImport } from '../check/start-import.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';

const { database, owner } = await createTestDatabase();
const tape = generateTape({ rows: 1500 });

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

/**
 * Counts the portfolio's rows in the main tables of an import, and returns its last loan number.
 */
async function left(): Promise<Record<string, number>> {
  const [counts] = await owner<Record<string, number>[]>`
    select
      (select count(*)::int from loans where portfolio_id = ${portfolio.id}) as loans,
      (select count(*)::int from borrowers where portfolio_id = ${portfolio.id}) as borrowers,
      (select count(*)::int from instalments where portfolio_id = ${portfolio.id}) as instalments,
      (select count(*)::int from ledger_lines where portfolio_id = ${portfolio.id}) as lines,
      (select count(*)::int from import_rows where portfolio_id = ${portfolio.id}) as staged,
      (select last_loan_number::int from portfolios where id = ${portfolio.id}) as numbers`;
  return counts ?? {};
}

const nothing = { loans: 0, borrowers: 0, instalments: 0, lines: 0, staged: 0, numbers: 0 };

describe('cancelling', () => {
  it('a dry run leaves nothing', async () => {
    const importId = await office.begin(tape);
    expect(await cancelImport(office.desk, importId, office.actor)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
    expect(await office.read(importId)).toMatchObject({ state: 'cancelled', failure: null });
    expect(await left()).toEqual(nothing);
  });

  it('a booking under way leaves nothing', async () => {
    const { id } = await office.check(tape);
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      value: { state: 'booking' },
    });
    await cancelImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({ state: 'cancelled', rowsBooked: 0 });
    expect(await left()).toEqual(nothing);
  });

  it('a checked tape gives it up, and again answers the same', async () => {
    const { id } = await office.check(tape);
    const cancelled = { ok: true, value: { state: 'cancelled' } };
    expect(await cancelImport(office.desk, id, office.actor)).toMatchObject(cancelled);
    expect(await cancelImport(office.desk, id, office.actor)).toMatchObject(cancelled);
    expect(await left()).toEqual(nothing);
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_not_checked' },
    });
  });

  it('comes too late for a booked tape', async () => {
    const { id } = await office.book(generateTape({ rows: 10 }));
    expect(await cancelImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_already_finished' },
    });
    expect(await left()).toMatchObject({ loans: 10 });
  });

  it('an unknown import is not found', async () => {
    expect(await cancelImport(office.desk, uuidv7(), office.actor)).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});

describe('stopping the server', () => {
  it('ends a booking whole and says so', async () => {
    const { id } = await office.check(tape);
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.stop();
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'import_interrupted' },
    });
    expect(await left()).toEqual(nothing);
  });
});

describe('an import whose process died', () => {
  it.each(['checking', 'booking'])('while %s is shown as failed', async (state) => {
    const { id } = await office.check(tape);
    // Recreates the traces of a killed process: a running state without a lock.
    await owner`update imports set state = ${state} where id = ${id}`;
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'import_interrupted',
        message:
          'Bursar was stopped while it worked on this file. Nothing of it was booked. Import it again.',
      },
    });
    expect(await left()).toEqual(nothing);
  });

  it('is not mistaken for one that is alive', async () => {
    const { id } = await office.check(tape);
    const lock = await lockImport(database, { portfolioId: portfolio.id, importId: id });
    await owner`update imports set state = 'booking' where id = ${id}`;
    expect(await office.read(id)).toMatchObject({ state: 'booking' });
    await lock?.release();
    expect(await office.read(id)).toMatchObject({ state: 'failed' });
  });

  it('that nobody booked within a day is cancelled', async () => {
    const { id } = await office.check(generateTape({ rows: 10 }));
    await owner`update imports set created_at = '2026-06-14T11:59:59Z' where id = ${id}`;
    expect(await office.read(id)).toMatchObject({ state: 'cancelled', failure: null });
    expect(await left()).toEqual(nothing);
  });
});

describe('an import that ends while the server is killed', () => {
  const key = (importId: string) => ({ portfolioId: portfolio.id, importId });
  it.each<[string, (importId: string) => Promise<unknown>]>([
    ['a user cancels it', (id) => cancelImport(office.desk, id, office.actor)],
    [
      'its work fails',
      async (id) => {
        await owner`update imports set state = 'checking' where id = ${id}`;
        await endWork(database, key(id), { state: 'cancelled' });
      },
    ],
    [
      'it has waited for a day',
      async (id) => {
        await owner`update imports set created_at = '2026-06-14T11:59:59Z' where id = ${id}`;
        await office.read(id);
      },
    ],
  ])('because %s leaves no rows behind', async (_, end) => {
    const { id } = await office.check(tape);
    await killed(id, () => end(id));
    expect(await left()).toMatchObject({ staged: 1500 });
    const [ended] = await owner`select state from imports where id = ${id}`;
    expect(ended).not.toEqual({ state: 'cancelled' });
    await end(id);
    expect(await left()).toEqual(nothing);
  });
});

/** Ends a call, as a kill does, while it waits to delete the staged rows of an import. */
async function killed(importId: string, call: () => Promise<unknown>): Promise<void> {
  await owner.begin(async (transaction) => {
    await transaction`select from import_rows where import_id = ${importId} for update`;
    const ended = Promise.allSettled([call()]);
    await expect
      .poll(
        async () => {
          const rows = await owner`
            select pg_cancel_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return rows.length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    expect(await ended).toMatchObject([{ status: 'rejected' }]);
  });
}

/** Fills all import slots until the returned function is called. */
function occupy(): () => Promise<void> {
  let finish = (): void => undefined;
  const busy = new Promise<void>((resolve) => {
    finish = resolve;
  });
  office.desk.runs.start(() => busy);
  office.desk.runs.start(() => busy);
  return () => {
    finish();
    return office.desk.runs.settled();
  };
}

describe('starting', () => {
  const begin = async (importId: string, content: string) =>
    startImport(office.desk, { importId, file: await tapeFileOf(content) }, office.actor);

  it('the same import twice, even at once, is one import', async () => {
    const importId = uuidv7();
    const both = await Promise.all([begin(importId, tape), begin(importId, tape)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    await office.desk.runs.settled();
    expect(await begin(importId, tape)).toMatchObject({ value: { state: 'checked' } });
    expect(await left()).toMatchObject({ staged: 1500 });
  });

  it('is not held up by an import of that id in another portfolio', async () => {
    const importId = uuidv7();
    const elsewhere = { portfolioId: uuidv7(), importId };
    const lock = await lockImport(database, elsewhere);
    await begin(importId, tape);
    await office.desk.runs.settled();
    await lock?.release();
    expect(await office.read(importId)).toMatchObject({ state: 'checked' });
  });

  it('another file under the same id is refused', async () => {
    const { id } = await office.check(tape);
    expect(await begin(id, generateTape({ rows: 10 }))).toMatchObject({
      refusal: { code: 'id_reused_with_different_content' },
    });
  });

  it('a third while two run is refused', async () => {
    const finish = occupy();
    expect(await begin(uuidv7(), tape)).toMatchObject({ refusal: { code: 'too_many_imports' } });
    await finish();
    expect(await begin(uuidv7(), tape)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
  });
});

describe('booking', () => {
  it('waits until an ended dry run releases the import', async () => {
    const { id } = await office.check(generateTape({ rows: 10 }));
    const lock = await lockImport(database, { portfolioId: portfolio.id, importId: id });
    const asked = bookImport(office.desk, id, office.actor);
    await wait(100);
    await lock?.release();
    expect(await asked).toMatchObject({ value: { state: 'booking' } });
    await office.desk.runs.settled();
    expect(await left()).toMatchObject({ loans: 10 });
  });

  it('a third while two run is refused, and nothing of it is held', async () => {
    const { id } = await office.check(generateTape({ rows: 10 }));
    const finish = occupy();
    const refused = await bookImport(office.desk, id, office.actor);
    expect(refused).toMatchObject({ refusal: { code: 'too_many_imports' } });
    await finish();
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
  });
});
