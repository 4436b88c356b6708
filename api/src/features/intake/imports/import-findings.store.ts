import type { Finding } from '@bursar/contracts/intake/imports';
import { columnOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';
import type { Fragment } from '../../../platform/conditions.ts';
import { copyRows, type CopyColumns } from '../../../platform/copy-rows.ts';
import { joinedWhole, type Queryable, type Transaction } from '../../../platform/database.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { describeFinding } from './describe-finding.ts';
import {
  errorFinding,
  FINDINGS_STORED_MAX,
  type NewFinding,
} from '../../../platform/table-files/findings.ts';
import type { ImportKey } from './imports.store.ts';

type NumberedFinding = NewFinding & ImportKey & { readonly number: number };

const findingColumns: CopyColumns<NumberedFinding> = {
  portfolio_id: ({ portfolioId }) => portfolioId,
  import_id: ({ importId }) => importId,
  number: ({ number }) => number,
  row_number: ({ row }) => row,
  column_name: ({ column }) => column,
  severity: ({ severity }) => severity,
  code: ({ code }) => code,
  value: ({ value }) => value,
  details: ({ details }) => JSON.stringify(details),
};

/** Stores findings in file order; those about the whole file come first. */
export async function storeFindings(
  sql: Queryable,
  key: ImportKey,
  findings: readonly NewFinding[],
): Promise<void> {
  const [before] = await sql<{ last: number }[]>`
    select coalesce(max(number), 0)::int as last from import_findings
    where portfolio_id = ${key.portfolioId} and import_id = ${key.importId}`;
  const last = before?.last ?? 0;
  const ordered = findings.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  for (let from = 0; from < ordered.length; from += STORED_AT_ONCE) {
    const numbered = ordered
      .slice(from, from + STORED_AT_ONCE)
      .map((one, index) => ({ ...one, ...key, number: last + from + index + 1 }));
    await copyRows(sql, { table: 'import_findings', columns: findingColumns }, numbered);
  }
}

/**
 * A file has up to ten thousand findings, so they are stored in batches and other requests can run
 * in between.
 */
const STORED_AT_ONCE = 1_000;

type FindingQuery = ImportKey & {
  readonly severity?: Finding['severity'] | undefined;
  readonly afterNumber: number;
  readonly limit: number;
};

export async function listStoredFindings(sql: Queryable, query: FindingQuery): Promise<Finding[]> {
  const { portfolioId, importId, severity, afterNumber, limit } = query;
  const rows = await sql<Omit<Finding, 'message'>[]>`
    select number, row_number as row, column_name as column, severity, code, value, details
    from import_findings
    where portfolio_id = ${portfolioId} and import_id = ${importId} and number > ${afterNumber}::bigint
      ${severity ? sql`and severity = ${severity}` : sql``}
    order by number
    limit ${limit}`;
  return rows.map((row) => ({ ...row, message: describeFinding(row) }));
}

export type FoundRows = { readonly findings: readonly NewFinding[]; readonly total: number };

/** Finds rows that repeat the id of an earlier row of the file. */
export async function findTwiceInFile(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  column: string | null,
): Promise<FoundRows> {
  const rows = await sql<{ row: number; value: string; firstRow: number; total: number }[]>`
    select row_number as row, external_id as value, first_row, count(*) over () as total
    from (
      select row_number, external_id, min(row_number) over (partition by external_id) as first_row
      from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and external_id is not null
    ) staged
    where row_number > first_row
    order by row_number
    limit ${FINDINGS_STORED_MAX}`;
  return {
    total: rows[0]?.total ?? 0,
    findings: rows.map(({ row, value, firstRow }) =>
      errorFinding('external_id_twice_in_file', { row, column, value, details: { firstRow } }),
    ),
  };
}

/** Finds new rows whose loan was booked since the check, with its reference. */
export async function findAlreadyBooked(
  sql: Transaction,
  { portfolioId, importId }: ImportKey,
  column: string | null,
): Promise<FoundRows> {
  const rows = await joinedWhole(
    sql,
    () => sql<{ row: number; value: string; reference: number; total: number }[]>`
    select staged.row_number as row, staged.external_id as value,
      loan.reference_number as reference, count(*) over () as total
    from import_rows staged
    join loans loan on loan.portfolio_id = staged.portfolio_id
      and loan.external_id = staged.external_id and loan.withdrawn_at is null
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.loan_id is null and staged.loan is not null
    order by staged.row_number
    limit ${FINDINGS_STORED_MAX}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    findings: rows.map(({ row, value, reference }) => {
      const details = { reference: loanReference(reference) };
      return errorFinding('external_id_already_booked', { row, column, value, details });
    }),
  };
}

type Conflict = { readonly row: number; readonly value: string; readonly firstRow: number | null };

/**
 * Finds rows with a value that must be unique among borrowers but is stored for another borrower or
 * in an earlier row. Rows of the same borrower may repeat it.
 */
export async function findTakenFacts(
  sql: Transaction,
  { portfolioId, importId }: ImportKey,
  columnOfField: (field: TapeField) => string | null,
): Promise<FoundRows> {
  const found: FoundRows[] = [];
  for (const { key, field } of uniqueFacts) {
    const rows = await joinedWhole(
      sql,
      () => sql<(Conflict & { readonly total: number })[]>`
      select staged.*, count(*) over () as total
      from (${conflictsOf(sql, { portfolioId, importId }, key)}) staged
      order by staged.row limit ${FINDINGS_STORED_MAX}`,
    );
    const column = columnOfField(field);
    found.push({
      total: rows[0]?.total ?? 0,
      findings: rows.map(({ row, value, firstRow }) =>
        firstRow === null
          ? errorFinding('borrower_value_already_used', { row, column, value })
          : errorFinding('borrower_value_twice_in_file', {
              row,
              column,
              value,
              details: { firstRow },
            }),
      ),
    });
  }
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    findings: found.flatMap(({ findings }) => findings),
  };
}

export async function refuseTakenFacts(sql: Transaction, key: ImportKey): Promise<void> {
  for (const { key: fact } of uniqueFacts) {
    await joinedWhole(
      sql,
      () => sql`
      update import_rows refused set loan = null
      from (${conflictsOf(sql, key, fact)}) staged
      where refused.portfolio_id = ${key.portfolioId} and refused.import_id = ${key.importId}
        and refused.row_number = staged.row`,
    );
  }
}

const uniqueFacts = tapeFacts.filter(({ key, fact }) => key in borrowerFacts && fact.isUnique);

function conflictsOf(sql: Queryable, { portfolioId, importId }: ImportKey, key: string): Fragment {
  return sql`
    select stated.row_number as row, stated.value,
      case when booked.id is null then first_row end as first_row
    from (
      select row_number, value, borrower,
        first_value(row_number) over earlier as first_row,
        first_value(borrower) over earlier as first_borrower
      from (
        select row_number, loan->'borrower'->>${key}::text as value,
          loan->'borrower'->>'externalId' as borrower
        from import_rows
        where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
      ) staged
      where value is not null
      window earlier as (partition by value order by row_number)
    ) stated
    left join borrowers booked on booked.portfolio_id = ${portfolioId}
      and booked.${sql(columnOf(key))}::text = stated.value
      and coalesce(booked.merged_into, booked.id) is distinct from (
        select coalesce(own.merged_into, own.id) from borrowers own
        where own.portfolio_id = ${portfolioId} and own.external_id = stated.borrower)
    where booked.id is not null or stated.borrower <> stated.first_borrower`;
}
