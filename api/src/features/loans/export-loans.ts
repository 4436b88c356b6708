import type { Readable } from 'node:stream';
import type { LoanColumnId } from '@bursar/contracts/list-columns';
import type { ExportedLoans } from '@bursar/contracts/loan-exports';
import type { LoanRow } from '@bursar/contracts/loans';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  chooseColumns,
  fileColumns,
  plainAmount,
  writeTableCsv,
  writeTableWorkbook,
} from '../../platform/table-file.ts';
import type { PickedLoans } from './loan-filter.ts';
import { sumLoans } from './loan-sums.store.ts';
import { listLoanRows } from './loans.store.ts';

/** A workbook is made in memory; beyond this many rows CSV streams instead. */
const WORKBOOK_ROWS_MAX = 20_000;
const PAGE = 1_000;

type Export = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly exported: ExportedLoans;
};

/** Every loan that is asked for, a page at a time: memory does not grow with the list. */
export function exportLoansCsv(database: Database, request: Export): Readable {
  return writeTableCsv(columnsOf(request), pages(database, request));
}

export async function exportLoansWorkbook(
  database: Database,
  request: Export,
): Promise<Outcome<Buffer, 'export_too_large'>> {
  const { exported, ...look } = request;
  const { count } = await sumLoans(database, { ...look, filter: pickedFilter(exported) });
  if (count > WORKBOOK_ROWS_MAX) {
    return refuse('export_too_large', { details: { count, limit: WORKBOOK_ROWS_MAX } });
  }
  return succeed(await writeTableWorkbook(columnsOf(request), pages(database, request), 'Loans'));
}

const columnsOf = ({ exported }: Export) => chooseColumns(columns, exported.columns);

const pickedFilter = ({ filter, loanIds, exceptLoanIds }: ExportedLoans): PickedLoans => ({
  ...filter,
  loanIds,
  exceptLoanIds,
});

async function* pages(
  database: Database,
  { exported, ...look }: Export,
): AsyncGenerator<LoanRow[]> {
  const { sort, direction } = exported;
  const query = { ...pickedFilter(exported), sort, direction, limit: PAGE };
  let after: string | undefined;
  do {
    const page = await listLoanRows(database, { ...look, query: { ...query, after } });
    yield page.rows;
    after = page.nextCursor ?? undefined;
  } while (after);
}

const { text, number, amount, day } = fileColumns<LoanRow, LoanColumnId>();

/** An amount without its currency says nothing. */
const withCurrency = ['outstanding', 'dueAmount', 'arrearsAmount', 'principal'] as const;

const columns = [
  text('reference', 'reference', (row) => row.reference),
  text('external_id', ['borrower', 'externalId'], (row) => row.externalId),
  text('borrower', 'borrower', (row) => row.borrower.name),
  text('purpose', 'purpose', (row) => row.purpose),
  text('grade', 'grade', (row) => row.grade),
  text('status', 'status', (row) => row.status),
  text('bucket', 'arrears', (row) => row.bucket),
  number('days_past_due', 'arrears', (row) => String(row.daysPastDue)),
  text('currency', withCurrency, (row) => row.currency),
  amount('principal', 'principal', (row) => plainAmount(row.principalMinor, row.currency)),
  amount('outstanding', 'outstanding', (row) => plainAmount(row.outstandingMinor, row.currency)),
  number('annual_rate_percent', 'rate', (row) => row.annualRatePercent),
  day('disbursed_on', 'disbursed', (row) => row.disbursedOn),
  day('next_due_on', 'due', (row) => row.nextDueOn),
  amount('due', 'dueAmount', (row) => plainAmount(row.dueMinor, row.currency)),
  amount('arrears', 'arrearsAmount', (row) => plainAmount(row.arrearsMinor, row.currency)),
  text('team', 'team', (row) => row.team?.name ?? null),
  text('agent', 'agent', (row) => row.agent?.name ?? null),
  text('tags', 'tags', (row) => row.tags.map((tag) => tag.name).join(', ')),
];
