import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { asOwner } from './running-database.ts';
import { openTestDatabase, runTool, type TestDatabase } from './testing/test-database.ts';
import { main } from './verify-books.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await openTestDatabase();
}, 240_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => tested.close());

describe('npm run verify-books', () => {
  it('reports that every check holds, and exits with 0', async () => {
    const { output, exitCode } = await runTool(main);
    expect(output).toMatch(/^✓ ledger-balances: every ledger transaction has lines/);
    expect(output).toMatch(/\n\nThe books have no errors: (\d+) of \1 checks passed\.$/);
    expect(exitCode).toBe(0);
  });

  it('names the checks that do not hold, and exits with 1', async () => {
    await asOwner(
      tested.books,
      (owner) => owner`
        insert into income_days (portfolio_id, day, interest_minor)
        select '00000000-0000-4000-8000-000000000001', day, 100
        from generate_series('2026-06-01'::date, '2026-06-12', '1 day') day`,
    );
    const { output, exitCode } = await runTool(main);
    expect(output).toContain('✗ income-days: failed: the income of each day');
    expect(output).toContain('    day 2026-06-01: 0 + 0 + 0 + 0 expected, 0 + 100 + 0 + 0 found\n');
    expect(output).toContain('    … and 2 more\n');
    expect(output).toMatch(/1 of \d+ checks failed\. Nothing was changed\.$/);
    expect(exitCode).toBe(1);
  });
});
