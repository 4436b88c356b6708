import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { reconcile } from '@bursar/api/features/control/reconciliation/reconcile';
import { asOwner, type RunningDatabase } from './running-database.ts';
import { readSeededLoans, seedLoans } from './seed-loans.ts';
import { managerEmail, openTestDatabase, type TestDatabase } from './testing/test-database.ts';

let tested: TestDatabase;
let books: RunningDatabase;

beforeAll(async () => {
  tested = await openTestDatabase();
  books = tested.books;
}, 240_000);

afterEach(() => vi.restoreAllMocks());
afterAll(() => tested.close());

describe('npm run seed', () => {
  it('adds no loans without the option', () => {
    expect(readSeededLoans([])).toBe(0);
    expect(readSeededLoans(['--loans', '1000000'])).toBe(1_000_000);
  });

  it.each([['9'], ['10000001'], ['1e6'], ['ten'], ['']])('refuses %j loans', (loans) => {
    expect(() => readSeededLoans(['--loans', loans])).toThrow(
      '--loans needs a whole number from 10 to 10,000,000, such as --loans 100000.',
    );
  });

  it('refuses unknown options', () => {
    expect(() => readSeededLoans(['--lones', '10'])).toThrow("Unknown option '--lones'");
  });

  it('books generated loans that are mostly on time', async () => {
    const sentences: string[] = [];
    await seedLoans({ loans: 160, manager: managerEmail }, (sentence) => sentences.push(sentence));
    expect(sentences.at(-1)).toBe('Booked 160 of 160 loans.');
    const [row] = await asOwner(
      books,
      (owner) => owner<{ loans: number; late: number }[]>`
        select count(*)::int as loans, (count(*) filter (where oldest_unpaid_due_on < current_date))::int as late
        from loan_state`,
    );
    expect(row?.loans).toBe(160);
    expect(row?.late).toBeGreaterThan(0);
    expect(row?.late).toBeLessThan(30);
    const checks = await asOwner(books, (owner) => reconcile(owner));
    expect(checks.filter((check) => check.count > 0)).toEqual([]);
  });
});
