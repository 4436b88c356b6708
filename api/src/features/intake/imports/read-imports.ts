import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  Finding,
  ListFindings,
  ListImportObstacles,
  ReadImportSample,
  TapeImport,
} from '@bursar/contracts/intake/imports';
import type {
  ComparedKind,
  ComparedLoan,
  ListComparedLoans,
} from '@bursar/contracts/intake/tape-comparison';
import { readCursor, writeCursor } from '../../../platform/cursor.ts';
import { FINDINGS_STORED_MAX } from '../../../platform/table-files/findings.ts';
import type { ImportActor, ImportDesk } from './import-desk.ts';
import { listStoredFindings } from './import-findings.store.ts';
import {
  endAbandonedImports,
  findImport,
  listNewestImports,
  toTapeImport,
} from './imports.store.ts';
import { listFirstLoans, listRefusedRows } from './check/staged-rows.store.ts';
import { fieldOfFact } from './check/compare-loan.ts';
import { listComparisons, type ComparisonRow } from './check/comparisons.store.ts';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import { FINDINGS_HEADING, withoutFindings } from './read/recognise-columns.ts';
import { listObstacles } from './book/undo-import.store.ts';
import { writeCsvLine } from '../../../platform/write-csv.ts';

export async function readImports(
  { database, clock }: ImportDesk,
  { portfolioId }: ImportActor,
): Promise<TapeImport[]> {
  await endAbandonedImports(database, { portfolioId, now: clock.now() });
  const rows = await listNewestImports(database, portfolioId);
  return rows.map(toTapeImport);
}

export async function readOneImport(
  { database, clock }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<TapeImport | null> {
  await endAbandonedImports(database, { portfolioId, now: clock.now() });
  const row = await findImport(database, { portfolioId, importId });
  return row ? toTapeImport(row) : null;
}

/** Enough loans to check whether each column was recognised correctly. */
const SAMPLE_LOANS = 5;

export async function readSample(
  { database }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<AnswerOf<ReadImportSample> | null> {
  const key = { portfolioId, importId };
  const tape = await findImport(database, key);
  if (!tape) return null;
  const first = await listFirstLoans(database, key, SAMPLE_LOANS);
  const loans = first.map(({ row, loan }) => ({
    row,
    externalId: loan.externalId,
    borrowerName: loan.borrower.name,
    principalMinor: loan.principalMinor,
    annualRatePercent: loan.annualRate,
    instalmentCount: loan.instalmentCount,
    ...loan.interval,
    disbursedOn: loan.disbursedOn,
    firstDueOn: loan.firstDueOn,
  }));
  const { readAs, reading } = tape;
  return { readAs, reading: reading && { ...unread, ...reading }, loans };
}

/** Defaults for readings stored before these fields existed. */
const unread = {
  table: null,
  columns: [],
  required: [],
  questions: [],
  words: [],
  lastForAll: {},
  layout: null,
  encodingQuestion: null,
  recalledFrom: null,
};

export async function readObstacles(
  { database }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<AnswerOf<ListImportObstacles> | null> {
  const key = { portfolioId, importId };
  return (await findImport(database, key)) ? listObstacles(database, key) : null;
}

/** Returns the refused rows as CSV, as on the tape, with their errors in a last column. */
export async function readBadRowsCsv(
  { database }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<string | null> {
  const key = { portfolioId, importId };
  const tape = await findImport(database, key);
  if (!tape) return null;
  const found = await listStoredFindings(database, {
    ...key,
    severity: 'error',
    afterNumber: 0,
    limit: FINDINGS_STORED_MAX,
  });
  const messages = new Map<number | null, string>();
  for (const { row, message } of found) {
    const before = messages.get(row);
    messages.set(row, before === undefined ? message : `${before} ${message}`);
  }
  const header = tape.header ?? [];
  // The tape may itself be a file of refused rows: leave out its earlier findings.
  const names = withoutFindings(header);
  const lines = (await listRefusedRows(database, key)).map(({ row, cells }) => {
    const texts: unknown = JSON.parse(cells);
    const inRow = Array.isArray(texts) ? texts.map(String) : [];
    const filled = names.map((_, index) => inRow[index] ?? '');
    return writeCsvLine([...filled, ...inRow.slice(header.length), messages.get(row) ?? '']);
  });
  return writeCsvLine([...names, FINDINGS_HEADING]) + lines.join('');
}

type ComparedPage = {
  readonly importId: string;
  readonly kind: ComparedKind;
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Lists one page of a newer tape's compared loans of one kind; null if there is no such import. */
export async function readComparedPage(
  { database }: ImportDesk,
  { importId, kind, after, limit }: ComparedPage,
  { portfolioId, currency }: ImportActor,
): Promise<AnswerOf<ListComparedLoans> | null> {
  const key = { portfolioId, importId };
  if (!(await findImport(database, key))) return null;
  const afterNumber = Number(readCursor(after, 'integer')?.value ?? 0);
  const page = { kind, afterNumber, limit: limit + 1 };
  const found = await listComparisons(database, key, page);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const goesOn = last !== undefined && found.length > limit;
  return {
    loans: shown.map((row) => toComparedLoan(row, currency)),
    nextCursor: goesOn ? writeCursor({ value: last.number, id: importId }) : null,
  };
}

function toComparedLoan(row: ComparisonRow, currency: string): ComparedLoan {
  const { kind, externalId, loanId, reference, facts, payment } = row;
  const decimals = currencyDecimals(currency) ?? 2;
  const written = (key: string, value: string | number | null) =>
    typeof value === 'number' && key.endsWith('Minor')
      ? formatUnits(value, decimals)
      : value === null
        ? null
        : String(value);
  const added = Object.entries(facts.reach ?? {}).map(([key, to]) => ({
    field: key === 'phone' ? ('phone' as const) : ('email' as const),
    from: null,
    to,
  }));
  const changed = Object.entries({ ...facts.borrower, ...facts.loan }).flatMap(
    ([key, { from, to }]) => {
      const field = fieldOfFact(key);
      return field ? [{ field, from: written(key, from), to: written(key, to) }] : [];
    },
  );
  return {
    kind,
    row: row.row,
    externalId,
    loanId,
    reference,
    changes: [...added, ...changed],
    payment: payment && {
      amountMinor: payment.amountMinor,
      principalMinor: payment.principalMinor,
      interestMinor: payment.interestMinor,
      penaltyMinor: payment.penaltyMinor,
      valueDate: payment.valueDate,
      chargedMoreMinor: payment.recharged.reduce(
        (sum, one) =>
          sum +
          one.interestMinor -
          one.formerInterestMinor +
          one.penaltyMinor -
          one.formerPenaltyMinor,
        0,
      ),
    },
  };
}

type FindingsPage = {
  readonly importId: string;
  readonly severity?: Finding['severity'] | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function readFindingsPage(
  { database }: ImportDesk,
  { importId, severity, after, limit }: FindingsPage,
  { portfolioId }: ImportActor,
): Promise<AnswerOf<ListFindings> | null> {
  const key = { portfolioId, importId };
  if (!(await findImport(database, key))) return null;
  const afterNumber = Number(readCursor(after, 'integer')?.value ?? 0);
  // One more row than requested shows whether there is another page.
  const found = await listStoredFindings(database, {
    ...key,
    severity,
    afterNumber,
    limit: limit + 1,
  });
  const findings = found.slice(0, limit);
  const last = findings.at(-1);
  const goesOn = last !== undefined && found.length > limit;
  return {
    findings,
    nextCursor: goesOn ? writeCursor({ value: last.number, id: importId }) : null,
  };
}

export async function readFindingsCsv(
  { database }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<string | null> {
  const key = { portfolioId, importId };
  if (!(await findImport(database, key))) return null;
  const findings = await listStoredFindings(database, {
    ...key,
    afterNumber: 0,
    limit: FINDINGS_STORED_MAX,
  });
  const header = writeCsvLine(['severity', 'row', 'column', 'value', 'message', 'code']);
  const lines = findings.map(({ severity, row, column, value, message, code }) =>
    writeCsvLine([severity, row, column, value, message, code]),
  );
  return header + lines.join('');
}
