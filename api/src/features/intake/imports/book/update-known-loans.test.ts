import { calendarDate } from '@bursar/loan-maths/calendar';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../platform/database.ts';
import { arrangePortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { columnsOf, compareTape } from '../check/compare-tape.ts';
import { findImport, type ImportRow } from '../imports.store.ts';
import { updateKnownLoans } from './update-known-loans.ts';

const { database, owner } = await createTestDatabase();
const portfolio = await arrangePortfolio(owner);
const { desk, actor, ...office } = openImportOffice(database, portfolio);

const LOANS = 1_500;
const cutOffOn = '2026-03-10';
const columns =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,' +
  'first_due_on,status,principal_paid,interest_paid,last_payment_on,grade,employment_title';

/** Builds a tape of loans for 1,000.00 each, in two instalments without interest. */
function tapeOf(paid: string, otherColumn: string): string {
  const lines = Array.from(
    { length: LOANS },
    (_, index) =>
      `A-${index},Borrower ${index},1000.00,0,2,2026-01-01,2026-02-01,active,${paid},0,${otherColumn}`,
  );
  return [columns, ...lines].join('\n');
}

async function listRowsRead(transaction: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction<{ table: string; rows: number }[]>`
    select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables`;
  return new Map(rows.map(({ table, rows: read }) => [table, read]));
}

/** Counts the rows that the work reads from each table per loan, and rolls the work back. */
async function readsOf(work: (transaction: Transaction) => Promise<unknown>) {
  const nothingStays = new Error('nothing stays');
  let reads: readonly { readonly table: string; readonly each: number }[] = [];
  const rolledBack = database.begin(async (transaction) => {
    await work(transaction);
    const read = await listRowsRead(transaction);
    reads = [...read].map(([table, rows]) => ({ table, each: rows / LOANS }));
    throw nothingStays;
  });
  await expect(rolledBack).rejects.toBe(nothingStays);
  return reads;
}

/**
 * Maximum number of rows read from a table for each loan. Small tables are read whole; reading all
 * loans for each loan would be 750 rows.
 */
const LOOKS_AT_A_LOAN = 100;
const tooMany = (reads: Awaited<ReturnType<typeof readsOf>>) =>
  reads.filter(({ each }) => each > LOOKS_AT_A_LOAN);

async function newerTape(): Promise<{ key: Parameters<typeof compareTape>[1]; tape: ImportRow }> {
  await office.book(tapeOf('0', ',C,Teacher'), { cutOffOn: '2026-01-10' });
  const { id: importId, summary } = await office.check(tapeOf('500.00', '2026-02-01,D,Baker'), {
    cutOffOn,
  });
  expect(summary?.comparison).toMatchObject({ changed: LOANS, payments: LOANS });
  const key = { portfolioId: portfolio.id, importId };
  const tape = await findImport(database, key);
  if (!tape) throw new Error('the newer tape is not there');
  return { key, tape };
}

describe('a newer tape of many loans', () => {
  it('reads only the rows of each loan, in the dry run and at booking', async () => {
    const { key, tape } = await newerTape();
    const tapeSummary = { currency: 'USD', columns: columnsOf(tape.reading ?? { columns: [] }) };
    const compared = await readsOf(async (transaction) => {
      await transaction`delete from import_comparisons`;
      await compareTape(transaction, key, { ...tapeSummary, cutOffOn: calendarDate(cutOffOn) });
    });
    expect(tooMany(compared)).toEqual([]);
    const onRows = async () => undefined;
    const booked = await readsOf((transaction) =>
      updateKnownLoans(transaction, { key, tape, actor, now: desk.clock.now(), onRows }),
    );
    expect(booked.map(({ table }) => table)).toContain('payments');
    expect(tooMany(booked)).toEqual([]);
  });
});
