import type { Readable } from 'node:stream';
import type { StaffRow } from '@bursar/contracts/staff';
import type { Database } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  numberColumn,
  plainAmount,
  textColumn,
  writeTableCsv,
  writeTableWorkbook,
} from '../../platform/table-file.ts';
import { listStaffRows } from './staff.store.ts';

const PAGE = 500;

type Export = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly query: Omit<Parameters<typeof listStaffRows>[1]['query'], 'after' | 'limit'>;
};

export const exportStaffCsv = (database: Database, request: Export): Readable =>
  writeTableCsv(columns, pages(database, request));

export const exportStaffWorkbook = (database: Database, request: Export): Promise<Buffer> =>
  writeTableWorkbook(columns, pages(database, request), 'People');

async function* pages(database: Database, { query, ...look }: Export): AsyncGenerator<StaffRow[]> {
  let after: string | undefined;
  do {
    const page = await listStaffRows(database, {
      ...look,
      query: { ...query, after, limit: PAGE },
    });
    yield page.rows;
    after = page.nextCursor ?? undefined;
  } while (after);
}

const amountOf = (amountMinor: number | null, { currency }: StaffRow): string | null =>
  amountMinor === null || currency === null ? null : plainAmount(amountMinor, currency);

const columns = [
  textColumn<StaffRow>('name', (row) => row.name),
  textColumn<StaffRow>('email', (row) => row.email),
  textColumn<StaffRow>('phone', (row) => row.phone),
  textColumn<StaffRow>('role', (row) => row.role),
  textColumn<StaffRow>('status', (row) => row.status),
  textColumn<StaffRow>('portfolio', (row) => row.portfolio?.name ?? null),
  textColumn<StaffRow>('team', (row) => row.team?.name ?? null),
  numberColumn<StaffRow>('loans', (row) => String(row.loans)),
  numberColumn<StaffRow>('active_loans', (row) => String(row.activeLoans)),
  textColumn<StaffRow>('currency', (row) => row.currency),
  numberColumn<StaffRow>('outstanding', (row) => amountOf(row.outstandingMinor, row)),
  numberColumn<StaffRow>('loans_over_30_days', (row) => String(row.over30Loans)),
  numberColumn<StaffRow>('commission_rate_percent', (row) => row.commissionRatePercent),
  numberColumn<StaffRow>('monthly_target', (row) => amountOf(row.monthlyTargetMinor, row)),
  textColumn<StaffRow>('last_seen_at', (row) => row.lastSeenAt),
  textColumn<StaffRow>('created_at', (row) => row.createdAt),
];
