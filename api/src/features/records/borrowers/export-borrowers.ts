import type { Readable } from 'node:stream';
import type { BorrowerRow, ExportedBorrowers } from '@bursar/contracts/records/borrower-lists';
import type { BorrowerColumnId } from '@bursar/contracts/list-columns';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readPagesAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import type { Viewer } from '../../../platform/scope.ts';
import {
  chooseColumns,
  fileColumns,
  plainAmount,
  writeTableCsv,
  writeTableWorkbook,
  WORKBOOK_ROWS_MAX,
} from '../../../platform/table-file.ts';
import { listBorrowerRows, sumBorrowers, type PickedBorrowers } from './borrower-lists.store.ts';

const PAGE = 1_000;

type Export = Viewer & { readonly exported: ExportedBorrowers; readonly timeZone: string };

/** Streams all matching borrowers page by page, so that memory does not grow with the list. */
export function exportBorrowersCsv(database: Database, request: Export): Readable {
  return writeTableCsv(columnsOf(request), pages(database, request));
}

export async function exportBorrowersWorkbook(
  database: Database,
  request: Export,
): Promise<Outcome<Buffer, 'export_too_large'>> {
  const filter = pickedFilter(request);
  const { count } = await sumBorrowers(database, { scope: request.scope, filter });
  if (count > WORKBOOK_ROWS_MAX) {
    return refuse('export_too_large', { details: { count, limit: WORKBOOK_ROWS_MAX } });
  }
  const workbook = writeTableWorkbook(columnsOf(request), pages(database, request), 'Borrowers');
  return succeed(await workbook);
}

const columnsOf = ({ exported }: Export) => chooseColumns(columns, exported.columns);

const pickedFilter = ({ exported, timeZone }: Omit<Export, keyof Viewer>): PickedBorrowers => {
  const { filter, borrowerIds, exceptBorrowerIds } = exported;
  return { ...filter, borrowerIds, exceptBorrowerIds, timeZone };
};

function pages(database: Database, { exported, timeZone, ...viewer }: Export) {
  const query = { ...pickedFilter({ exported, timeZone }), sort: exported.sort, limit: PAGE };
  return readPagesAtOneMoment(database, (sql, after) =>
    listBorrowerRows(sql, { ...viewer, query: { ...query, after } }),
  );
}

const { text, number, amount, instant } = fileColumns<BorrowerRow, BorrowerColumnId>();

const amountOf = (amountMinor: number | null, { currency }: BorrowerRow): string | null =>
  amountMinor === null ? null : plainAmount(amountMinor, currency);

const columns = [
  text('external_id', ['externalId', 'name'], (row) => row.externalId),
  text('name', 'name', (row) => row.name),
  text('kind', 'kind', (row) => row.kind),
  text('phone', 'phone', (row) => row.phone),
  text('email', 'email', (row) => row.email),
  text('region', 'region', (row) => row.region),
  text('employment_title', 'employment', (row) => row.employmentTitle),
  number('employment_years', 'employmentYears', (row) =>
    row.employmentYears === null ? null : String(row.employmentYears),
  ),
  text('home_ownership', 'homeOwnership', (row) => row.homeOwnership),
  text('currency', ['income', 'outstanding'], (row) => row.currency),
  amount('annual_income', 'income', (row) => amountOf(row.annualIncomeMinor, row)),
  number('loans', 'loans', (row) => String(row.loans)),
  number('active_loans', 'loans', (row) => String(row.activeLoans)),
  amount('outstanding', 'outstanding', (row) => amountOf(row.outstandingMinor, row)),
  number('days_past_due', 'arrears', (row) => String(row.daysPastDue)),
  instant('created_at', 'created', (row) => row.createdAt),
];
