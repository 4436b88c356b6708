import type { Readable } from 'node:stream';
import { factsWith, fileNameOf, type Fact } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import {
  loanColumnIds,
  loanWorkColumnIds,
  type LoanColumnId,
} from '@bursar/contracts/list-columns';
import type { ExportedLoans } from '@bursar/contracts/servicing/loan-exports';
import type { LoanRow } from '@bursar/contracts/servicing/loans';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readPagesAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  chooseColumns,
  fileColumns,
  plainAmount,
  writeTableCsv,
  writeTableWorkbook,
  WORKBOOK_ROWS_MAX,
  type FileColumn,
} from '../../../platform/table-file.ts';
import type { PickedLoans } from './loan-filter.ts';
import { sumLoans } from './loan-sums.store.ts';
import { listLoanRows } from './loans.store.ts';

const PAGE = 1_000;

type Export = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly exported: ExportedLoans;
};

/** Streams all matching loans page by page, so that memory does not grow with the list. */
export function exportLoansCsv(database: Database, request: Export): Readable {
  return writeTableCsv(columnsOf(request), pages(database, request));
}

export async function exportLoansWorkbook(
  database: Database,
  request: Export,
): Promise<Outcome<Buffer, 'export_too_large'>> {
  const { exported, ...viewer } = request;
  const { count } = await sumLoans(database, { ...viewer, filter: pickedFilter(exported) });
  if (count > WORKBOOK_ROWS_MAX) {
    return refuse('export_too_large', { details: { count, limit: WORKBOOK_ROWS_MAX } });
  }
  return succeed(await writeTableWorkbook(columnsOf(request), pages(database, request), 'Loans'));
}

/**
 * Returns the columns of a file. Work columns, such as the last contact, take longer to read, so a
 * file has them only if they are chosen.
 */
const columnsOf = ({ exported }: Export) =>
  exported.columns
    ? chooseColumns([...columns, ...workColumns], exported.columns)
    : chooseColumns(columns, undefined);

const isWorkColumn = (id: LoanColumnId): boolean => loanWorkColumnIds.some((one) => one === id);

const pickedFilter = ({ filter, loanIds, exceptLoanIds }: ExportedLoans): PickedLoans => ({
  ...filter,
  loanIds,
  exceptLoanIds,
});

function pages(database: Database, { exported, ...viewer }: Export) {
  const { sort, direction } = exported;
  const query = {
    ...pickedFilter(exported),
    sort,
    direction,
    limit: PAGE,
    ...(exported.columns?.some(isWorkColumn) && { with: 'work' as const }),
  };
  return readPagesAtOneMoment(database, (sql, after) =>
    listLoanRows(sql, { ...viewer, query: { ...query, after } }),
  );
}

const { text, number, amount, day } = fileColumns<LoanRow, LoanColumnId>();

/** The columns of amounts. A file with one of them also gets the currency column. */
const withCurrency = ['outstanding', 'dueAmount', 'arrearsAmount', 'principal', 'promise'] as const;

type Exported = FileColumn<LoanRow, LoanColumnId>;

/** Builds the export column of a record field, with its screen id and its name in files. */
function factColumn(
  [key, fact]: [string, Fact],
  valuesOf: (row: LoanRow) => Readonly<Record<string, unknown>>,
): Exported {
  const shownAs = loanColumnIds.filter((id) => id === fact.list?.id);
  return columnOfKind[fact.kind](fileNameOf(key), shownAs, (row) => {
    const value = valuesOf(row)[key];
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return value;
    if (typeof value !== 'number') return null;
    return fact.kind === 'money' ? plainAmount(value, row.currency) : String(value);
  });
}

const columnOfKind = {
  text,
  choice: text,
  'yes-no': text,
  count: number,
  rate: number,
  money: amount,
  day,
};

const factColumns: readonly Exported[] = [
  ...Object.entries(factsWith(loanFacts, 'exports')).map((fact) => factColumn(fact, (row) => row)),
  ...Object.entries<Fact>(factsWith(borrowerFacts, 'exports')).map((fact) =>
    factColumn(fact, ({ borrower }) => borrower),
  ),
];

const fact = (key: keyof typeof loanFacts): readonly Exported[] =>
  factColumns.filter(({ name }) => name === fileNameOf(key));

/**
 * The column of the loan's external id. A file with the borrower's name also gets it, because it
 * identifies a loan whose borrower has no name.
 */
const externalId = fact('externalId').map((column): Exported => ({
  ...column,
  shownAs: ['borrower', ...column.shownAs],
}));

const placed: readonly Exported[] = [
  text('reference', 'reference', (row) => row.reference),
  ...externalId,
  text('borrower', 'borrower', (row) => row.borrower.name),
  ...fact('purpose'),
  ...fact('grade'),
  text('status', 'status', (row) => row.status),
  text('bucket', 'arrears', (row) => row.bucket),
  number('days_past_due', 'arrears', (row) => String(row.daysPastDue)),
  text('currency', withCurrency, (row) => row.currency),
  ...fact('principalMinor'),
  amount('outstanding', 'outstanding', (row) => plainAmount(row.outstandingMinor, row.currency)),
  ...fact('annualRatePercent'),
  ...fact('disbursedOn'),
  day('next_due_on', 'due', (row) => row.nextDueOn),
  amount('due', 'dueAmount', (row) => plainAmount(row.dueMinor, row.currency)),
  amount('arrears', 'arrearsAmount', (row) => plainAmount(row.arrearsMinor, row.currency)),
  text('team', 'team', (row) => row.team?.name ?? null),
  text('agent', 'agent', (row) => row.agent?.name ?? null),
  text('tags', 'tags', (row) => row.tags.map((tag) => tag.name).join(', ')),
];

/** Fields without a fixed position come last. */
const columns = [
  ...placed,
  ...factColumns.filter((one) => !placed.some(({ name }) => name === one.name)),
];

const workColumns: readonly Exported[] = [
  text('phone', 'phone', ({ work }) => work?.phone ?? null),
  text('language', 'language', ({ work }) => work?.language ?? null),
  text('last_contact_at', 'lastContact', ({ work }) => work?.lastContactAt ?? null),
  text('last_outcome', 'lastOutcome', ({ work }) => work?.lastOutcome ?? null),
  text('promise', 'promise', ({ work }) => work?.promise?.state ?? null),
  day('promised_on', 'promise', ({ work }) => work?.promise?.promisedOn ?? null),
  amount('promised', 'promise', ({ work, currency }) =>
    work?.promise ? plainAmount(work.promise.amountMinor, currency) : null,
  ),
  text('next_action', 'nextAction', ({ work }) => work?.nextAction?.what ?? null),
  day('next_action_on', 'nextAction', ({ work }) => work?.nextAction?.dueOn ?? null),
  day('snoozed_until', 'snoozedUntil', ({ work }) => work?.snoozedUntil ?? null),
  text('agent_active_at', 'agentActive', ({ work }) => work?.agentActiveAt ?? null),
];
