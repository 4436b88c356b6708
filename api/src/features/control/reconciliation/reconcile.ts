import type { Database, Queryable } from '../../../platform/database.ts';
import { verifyAudit } from '../audit/audit-seals.ts';
import { bankLineChecks } from './bank-line-checks.store.ts';
import type { Difference } from './reconciliation-check.store.ts';
import { chargeChecks } from './charge-checks.store.ts';
import { endOfDayChecks } from './end-of-day-checks.store.ts';
import { currencyChecks } from './currency-checks.store.ts';
import { invoiceChecks } from './invoice-checks.store.ts';
import { dueChecks } from './due-checks.store.ts';
import { figureChecks } from './figure-checks.store.ts';
import { ledgerChecks } from './ledger-checks.store.ts';
import { monthEndChecks } from './month-end-checks.store.ts';
import { workChecks } from './work-checks.store.ts';
import { scheduleChecks } from './schedule-checks.store.ts';

/** The result of one check: the number of differences, and the first `SHOWN` of them. */
export type CheckResult = {
  readonly id: string;
  readonly holds: string;
  readonly count: number;
  readonly differences: readonly Difference[];
};

const SHOWN = 10;

/** All checks in SQL; the audit chain is checked in code. */
export const reconciliationChecks = [
  ...ledgerChecks,
  ...scheduleChecks,
  ...chargeChecks,
  ...endOfDayChecks,
  ...monthEndChecks,
  ...dueChecks,
  ...bankLineChecks,
  ...invoiceChecks,
  ...figureChecks,
  ...currencyChecks,
  ...workChecks,
];

/**
 * Runs all checks on one snapshot of the data, so that concurrent payments cause no differences.
 */
export function reconcile(database: Database): Promise<readonly CheckResult[]> {
  return database.begin('isolation level repeatable read read only', runReconciliationChecks);
}

/**
 * Runs all checks: compares records with the figures derived from them, and verifies the audit
 * chain.
 */
export async function runReconciliationChecks(sql: Queryable): Promise<readonly CheckResult[]> {
  const checked: CheckResult[] = [];
  for (const { id, holds, differences } of reconciliationChecks) {
    const rows = await sql<(Difference & { count: number })[]>`
      select subject, expected, found, count(*) over () as count
      from (${differences(sql)}) difference order by subject limit ${SHOWN}`;
    checked.push({ id, holds, count: rows[0]?.count ?? 0, differences: rows });
  }
  return [...checked, await checkAudit(sql)];
}

async function checkAudit(sql: Queryable): Promise<CheckResult> {
  const { brokenAt } = await verifyAudit(sql);
  const differences = brokenAt
    ? [{ subject: `seal ${brokenAt.number}`, expected: 'unbroken', found: brokenAt.reason }]
    : [];
  return {
    id: 'audit-chain',
    holds: 'no event of the audit trail was changed, added or removed',
    count: differences.length,
    differences,
  };
}
