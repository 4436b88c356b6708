import { describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../../testing/arrange.ts';
import { generateTape } from '../../../../seed/generate-tape.ts';
import { readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import type { Transaction } from '../../../../platform/database.ts';
import { takeLoanNumbers } from '../../../access/portfolios/portfolios.store.ts';
import { boardLoans } from '../../../servicing/loan-account/board-loans.ts';
import { asLoanToBoard } from './board-tape-loan.ts';

const { database, owner } = await createTestDatabase();

/**
 * Query plans are made for a small first tape and must remain good for the larger tapes that
 * follow.
 */
const BATCHES = [20, 500, 500, 500, 500];
/**
 * Maximum number of rows read from a table per loan: foreign keys, triggers and the list look up a
 * loan, its borrower and its portfolio a few times.
 */
const LOOKS_AT_A_LOAN = 5;
/**
 * Minimum number of loans in the books for this check: with fewer, the planner may prefer to read
 * all rows for one look-up.
 */
const FEW_LOANS = 1_000;

const total = BATCHES.reduce((sum, size) => sum + size);
const { loans } = await readWholeTape(await tapeFileOf(generateTape({ rows: total })));

/** Counts the rows that each batch of loans reads from each table, per loan and by any plan. */
async function countReads(transaction: Transaction): Promise<readonly Reads[]> {
  const portfolio = await arrangePortfolio(owner);
  const boarding = {
    portfolioId: portfolio.id,
    currency: 'USD',
    productId: portfolio.productId,
    importId: null,
    valueDate: '2026-06-15',
    postedBy: portfolio.manager.id,
    postedAt: '2026-06-15T12:00:00Z',
    requestId: null,
    apiKeyName: undefined,
  };
  const reads: Reads[] = [];
  let before = await listRowsRead(transaction);
  let inBooks = 0;
  for (const size of BATCHES) {
    const batch = loans.slice(inBooks, inBooks + size).map((loan) => asLoanToBoard(loan, 'USD'));
    const firstNumber = await takeLoanNumbers(transaction, { ...boarding, count: size });
    await boardLoans(transaction, batch, { ...boarding, firstNumber });
    const now = await listRowsRead(transaction);
    for (const [table, rows] of now) {
      reads.push({ table, inBooks, each: (rows - (before.get(table) ?? 0)) / size });
    }
    before = now;
    inBooks += size;
  }
  return reads;
}

type Reads = { readonly table: string; readonly inBooks: number; readonly each: number };

async function listRowsRead(transaction: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction<{ table: string; rows: number }[]>`
    select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables where relname <> 'instalments'`;
  return new Map(rows.map(({ table, rows: read }) => [table, read]));
}

describe('booking the loans of a tape', () => {
  it('reads the same amount per loan at any size of the books', async () => {
    const reads = await database.begin(countReads);
    const many = reads.filter(({ inBooks }) => inBooks >= FEW_LOANS);
    expect(many.map(({ table }) => table)).toContain('loan_state');
    expect(many.filter(({ each }) => each > LOOKS_AT_A_LOAN)).toEqual([]);
  });
});
