import { expect } from 'vitest';
import { sumAccounts, sumLedgerLines } from '../features/reporting/finance/finance.store.ts';
import { foldLedgerDays } from '../features/servicing/ledger/fold-ledger-days.ts';
import type { Database } from '../platform/database.ts';
import type { Scope } from '../platform/scope.ts';

/**
 * Expects the stored sums of the ledger to equal those counted from its lines, before and after new
 * lines are folded into the sums.
 */
export async function expectStoredLedger(
  database: Database,
  scopes: readonly Scope[],
): Promise<void> {
  const days = await database<{ day: string }[]>`
    select distinct value_date as day from ledger_transactions order by 1`;
  const asked = [...days.filter((_, index) => index % 7 === 0), { day: '2060-12-31' }];
  const expectAlike = async () => {
    for (const scope of scopes) {
      for (const { day: on } of asked) {
        const stored = await sumAccounts(database, { scope, on });
        const counted = await sumLedgerLines(database, { scope, on });
        expect(inOrder(stored), `${scope.role} on ${on}`).toEqual(inOrder(counted));
      }
    }
  };
  await expectAlike();
  await foldLedgerDays(database);
  expect(await database`select from held_ledger_day_changes`).toHaveLength(0);
  expect(await database`select from loan_moves`).toHaveLength(0);
  await expectAlike();
}

const inOrder = <Row extends { readonly account: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => one.account.localeCompare(other.account));
