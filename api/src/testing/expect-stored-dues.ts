import { expect } from 'vitest';
import { sumExpected, sumForecast } from '../features/reporting/finance/due-sums.store.ts';
import { countExpected, countForecast } from '../features/reporting/finance/finance.store.ts';
import { storeDues } from '../features/reporting/finance/store-dues.ts';
import type { Database } from '../platform/database.ts';
import type { Scope } from '../platform/scope.ts';

/**
 * Expects the stored sums of dues to equal those counted from instalments, on every day, both while
 * loans are marked for recounting and afterwards.
 */
export async function expectStoredDues(
  database: Database,
  { now, scopes }: { readonly now: Date; readonly scopes: readonly Scope[] },
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const allDays = { from: '2010-01-01', to: '2060-12-31' };
  const expectAlike = async () => {
    for (const scope of scopes) {
      const expected = { ...allDays, scope, step: 'day' } as const;
      expect(inOrder(await sumExpected(database, expected)), scope.role).toEqual(
        inOrder(await countExpected(database, expected)),
      );
      const coming = { scope, from: today, to: allDays.to };
      expect(inOrder(await sumForecast(database, coming)), scope.role).toEqual(
        inOrder(await countForecast(database, coming)),
      );
    }
  };
  await expectAlike();
  await storeDues(database);
  const left = await database`select from due_marks`;
  expect(left.length).toBe(0);
  await expectAlike();
}

const inOrder = <Row extends { readonly currency: string; readonly start: string }>(
  rows: readonly Row[],
): readonly Row[] =>
  rows.toSorted((one, other) =>
    (one.currency + one.start).localeCompare(other.currency + other.start),
  );
