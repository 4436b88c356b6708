import type { Readable } from 'node:stream';
import type { StaffColumnId } from '@bursar/contracts/list-columns';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Database } from '../../../platform/database.ts';
import { readPagesAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  chooseColumns,
  fileColumns,
  plainAmount,
  writeTableCsv,
  writeTableWorkbook,
} from '../../../platform/table-file.ts';
import { listStaffRows } from './staff.store.ts';

const PAGE = 500;

type Export = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly query: Omit<Parameters<typeof listStaffRows>[1]['query'], 'after' | 'limit'> & {
    readonly columns?: readonly StaffColumnId[] | undefined;
  };
};

export const exportStaffCsv = (database: Database, request: Export): Readable =>
  writeTableCsv(columnsOf(request), pages(database, request));

export const exportStaffWorkbook = (database: Database, request: Export): Promise<Buffer> =>
  writeTableWorkbook(columnsOf(request), pages(database, request), 'People');

const columnsOf = ({ query }: Export) => chooseColumns(columns, query.columns);

const pages = (database: Database, { query, ...viewer }: Export) =>
  readPagesAtOneMoment(database, (sql, after) =>
    listStaffRows(sql, { ...viewer, query: { ...query, after, limit: PAGE } }),
  );

const amountOf = (amountMinor: number | null, { currency }: StaffRow): string | null =>
  amountMinor === null || currency === null ? null : plainAmount(amountMinor, currency);

const { text, number, amount, instant } = fileColumns<StaffRow, StaffColumnId>();

const columns = [
  text('name', 'name', (row) => row.name),
  text('email', 'email', (row) => row.email),
  text('phone', 'phone', (row) => row.phone),
  text('role', 'role', (row) => row.role),
  text('status', 'status', (row) => row.status),
  text('portfolio', 'portfolio', (row) => row.portfolio?.name ?? null),
  text('team', 'team', (row) => row.team?.name ?? null),
  number('loans', 'loans', (row) => String(row.loans)),
  number('active_loans', 'loans', (row) => String(row.activeLoans)),
  text('currency', ['outstanding', 'target'], (row) => row.currency),
  amount('outstanding', 'outstanding', (row) => amountOf(row.outstandingMinor, row)),
  number('loans_over_30_days', 'over30', (row) => String(row.over30Loans)),
  number('commission_rate_percent', 'commission', (row) => row.commissionRatePercent),
  amount('monthly_target', 'target', (row) => amountOf(row.monthlyTargetMinor, row)),
  instant('last_seen_at', 'lastSeen', (row) => row.lastSeenAt),
  instant('created_at', 'created', (row) => row.createdAt),
];
