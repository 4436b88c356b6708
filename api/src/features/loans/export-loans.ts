import type { Readable } from 'node:stream';
import type { LoanFilter } from '@bursar/contracts/loan-lists';
import type { LoanRow } from '@bursar/contracts/loans';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  numberColumn,
  plainAmount,
  textColumn,
  writeTableCsv,
  writeTableWorkbook,
} from '../../platform/table-file.ts';
import { sumLoans } from './loan-sums.store.ts';
import { listLoanRows } from './loans.store.ts';

/** A workbook is made in memory; beyond this many rows CSV streams instead. */
const WORKBOOK_ROWS_MAX = 20_000;
const PAGE = 1_000;

type Export = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly query: LoanFilter & { sort: Sort; direction: 'asc' | 'desc' };
};
type Sort = Parameters<typeof listLoanRows>[1]['query']['sort'];

/** Every loan that matches, a page at a time: memory does not grow with the list. */
export function exportLoansCsv(database: Database, request: Export): Readable {
  return writeTableCsv(columns, pages(database, request));
}

export async function exportLoansWorkbook(
  database: Database,
  request: Export,
): Promise<Outcome<Buffer, 'export_too_large'>> {
  const { query, ...look } = request;
  const { count } = await sumLoans(database, { ...look, filter: query });
  if (count > WORKBOOK_ROWS_MAX) {
    return refuse('export_too_large', { details: { count, limit: WORKBOOK_ROWS_MAX } });
  }
  return succeed(await writeTableWorkbook(columns, pages(database, request), 'Loans'));
}

async function* pages(database: Database, { query, ...look }: Export): AsyncGenerator<LoanRow[]> {
  let after: string | undefined;
  do {
    const page = await listLoanRows(database, { ...look, query: { ...query, after, limit: PAGE } });
    yield page.rows;
    after = page.nextCursor ?? undefined;
  } while (after);
}

const columns = [
  textColumn<LoanRow>('reference', (row) => row.reference),
  textColumn<LoanRow>('external_id', (row) => row.externalId),
  textColumn<LoanRow>('borrower', (row) => row.borrower.name),
  textColumn<LoanRow>('purpose', (row) => row.purpose),
  textColumn<LoanRow>('grade', (row) => row.grade),
  textColumn<LoanRow>('status', (row) => row.status),
  textColumn<LoanRow>('bucket', (row) => row.bucket),
  numberColumn<LoanRow>('days_past_due', (row) => String(row.daysPastDue)),
  textColumn<LoanRow>('currency', (row) => row.currency),
  numberColumn<LoanRow>('principal', (row) => plainAmount(row.principalMinor, row.currency)),
  numberColumn<LoanRow>('outstanding', (row) => plainAmount(row.outstandingMinor, row.currency)),
  numberColumn<LoanRow>('annual_rate_percent', (row) => row.annualRatePercent),
  textColumn<LoanRow>('disbursed_on', (row) => row.disbursedOn),
  textColumn<LoanRow>('next_due_on', (row) => row.nextDueOn),
  numberColumn<LoanRow>('next_due', (row) => plainAmount(row.nextDueMinor, row.currency)),
  textColumn<LoanRow>('team', (row) => row.team?.name ?? null),
  textColumn<LoanRow>('agent', (row) => row.agent?.name ?? null),
  textColumn<LoanRow>('tags', (row) => row.tags.map((tag) => tag.name).join(', ')),
];
