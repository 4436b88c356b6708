import { Readable } from 'node:stream';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { formatMinor, minorUnits } from '@bursar/loan-maths';
import type { LoanFilter, LoanRow } from '@bursar/contracts/loans';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import { writeCsvLine } from '../../platform/write-csv.ts';
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
  async function* lines() {
    // The mark tells Excel that what follows is UTF-8.
    yield `\uFEFF${writeCsvLine(columns.map((column) => column.name))}`;
    for await (const rows of pages(database, request)) {
      yield rows.map((row) => writeCsvLine(columns.map((column) => column.text(row)))).join('');
    }
  }
  return Readable.from(lines());
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
  const data: Row[] = [
    columns.map((column) => ({ value: column.name, fontWeight: 'bold' as const })),
  ];
  for await (const rows of pages(database, request)) {
    for (const row of rows) data.push(columns.map((column) => cellOf(column, row)));
  }
  const workbook = await writeXlsxFile(data, { stickyRowsCount: 1, sheet: 'Loans' }).toBuffer();
  return succeed(workbook);
}

async function* pages(database: Database, { query, ...look }: Export): AsyncGenerator<LoanRow[]> {
  let after: string | undefined;
  do {
    const page = await listLoanRows(database, { ...look, query: { ...query, after, limit: PAGE } });
    yield page.rows;
    after = page.nextCursor ?? undefined;
  } while (after);
}

type Column = {
  readonly name: string;
  readonly kind: 'text' | 'number';
  readonly text: (row: LoanRow) => string | null;
};

const text = (name: string, read: (row: LoanRow) => string | null): Column => ({
  name,
  kind: 'text',
  text: read,
});
const number = (name: string, read: (row: LoanRow) => string | null): Column => ({
  name,
  kind: 'number',
  text: read,
});

const columns: readonly Column[] = [
  text('reference', (row) => row.reference),
  text('external_id', (row) => row.externalId),
  text('borrower', (row) => row.borrower.name),
  text('purpose', (row) => row.purpose),
  text('grade', (row) => row.grade),
  text('status', (row) => row.status),
  text('bucket', (row) => row.bucket),
  number('days_past_due', (row) => String(row.daysPastDue)),
  text('currency', (row) => row.currency),
  number('principal', (row) => plainAmount(row.principalMinor, row.currency)),
  number('outstanding', (row) => plainAmount(row.outstandingMinor, row.currency)),
  number('annual_rate_percent', (row) => row.annualRatePercent),
  text('disbursed_on', (row) => row.disbursedOn),
  text('next_due_on', (row) => row.nextDueOn),
  number('next_due', (row) => plainAmount(row.nextDueMinor, row.currency)),
  text('team', (row) => row.team?.name ?? null),
  text('agent', (row) => row.agent?.name ?? null),
  text('tags', (row) => row.tags.map((tag) => tag.name).join(', ')),
];

function cellOf(column: Column, row: LoanRow) {
  const value = column.text(row);
  if (value === null) return null;
  // A spreadsheet's own numbers are floats; shown with as many decimals as the amount has.
  return column.kind === 'number'
    ? { value: Number(value), type: Number }
    : { value, type: String };
}

function plainAmount(amountMinor: number, currency: string): string {
  return formatMinor(minorUnits(amountMinor, currency), currency);
}
