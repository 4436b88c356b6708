import { copyText, encodeRow } from '../../../../platform/copy-rows.ts';
import { joinedWhole, type Queryable, type Transaction } from '../../../../platform/database.ts';
import type { ImportKey } from '../imports.store.ts';
import type { LoanHolder } from '../read/tape-holders.ts';
import type { TapeLoan } from '../read/tape-loan.ts';

/** A staged row with its loan as stored JSON. */
export type StagedRow = {
  readonly row: number;
  readonly externalId: string | null;
  readonly loan: string | null;
  /** The row as on the tape, as a JSON array of texts. */
  readonly cells: string;
};

const stagedColumns = ['portfolio_id', 'import_id', 'row_number', 'external_id', 'loan', 'cells'];

/**
 * Writes a staged row in the format of COPY. It runs in the reading thread, so that long cells
 * delay no request.
 */
export function writeStagedRow(
  { portfolioId, importId }: ImportKey,
  { row, externalId, loan, cells }: StagedRow,
): string {
  return encodeRow([portfolioId, importId, row, externalId, loan, cells]);
}

/** Stores a tape's rows between its dry run and its booking, so that the file is read only once. */
export async function stageRows(sql: Queryable, written: AsyncIterable<Uint8Array>): Promise<void> {
  await copyText(sql, { table: 'import_rows', columns: stagedColumns }, written);
}

export type StagedLoan = { readonly row: number; readonly loan: TapeLoan };

type Batches = {
  readonly batchSize: number;
  /** Omits loans that are already booked. */
  readonly isNewOnly?: boolean;
};

/** Reads staged loans without errors in file order, in batches. */
export async function* readStagedLoans(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  { batchSize, isNewOnly = false }: Batches,
): AsyncGenerator<readonly StagedLoan[]> {
  let after = 0;
  while (true) {
    const batch: readonly StagedLoan[] = await sql<StagedLoan[]>`
      select row_number as row, loan from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and row_number > ${after}
        and loan is not null ${isNewOnly ? sql`and loan_id is null` : sql``}
      order by row_number
      limit ${batchSize}`;
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.row;
  }
}

export function listFirstLoans(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  limit: number,
): Promise<StagedLoan[]> {
  return sql<StagedLoan[]>`
    select row_number as row, loan from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
    order by row_number
    limit ${limit}`;
}

type StagedHolder = LoanHolder & { readonly loans: number; readonly balanceMinor: number };

/** Sums the new loans of each holder that the tape names; loans that stay unassigned come last. */
export async function sumStagedHolders(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<readonly StagedHolder[]> {
  return sql<StagedHolder[]>`
    select (loan -> 'holder' ->> 'teamId')::uuid as team_id,
      (loan -> 'holder' ->> 'agentId')::uuid as agent_id, count(*) as loans,
      sum((loan ->> 'balanceMinor')::bigint)::bigint as balance_minor
    from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
      and loan_id is null
    group by 1, 2
    order by count(loan -> 'holder' ->> 'teamId') = 0, count(*) desc, 1, 2`;
}

/** Lists the agents whom the tape names for its new loans. */
export async function listStagedAgents(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct (loan -> 'holder' ->> 'agentId')::uuid as id from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan_id is null
      and loan -> 'holder' ->> 'agentId' is not null`;
  return rows.map(({ id }) => id);
}

/** Lists the booked loans of each holder that the tape names. */
export async function listBookedByHolder(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<readonly { holder: LoanHolder; loanIds: readonly string[] }[]> {
  const rows = await sql<(LoanHolder & { loanIds: string[] })[]>`
    select (staged.loan -> 'holder' ->> 'teamId')::uuid as team_id,
      (staged.loan -> 'holder' ->> 'agentId')::uuid as agent_id,
      array_agg(booked.id order by booked.reference_number) as loan_ids
    from import_rows staged
    join loans booked on booked.portfolio_id = staged.portfolio_id
      and booked.import_id = staged.import_id and booked.external_id = staged.external_id
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.loan -> 'holder' ->> 'teamId' is not null and staged.loan_id is null
    group by 1, 2
    order by 1, 2`;
  return rows.map(({ loanIds, ...holder }) => ({ holder: { ...holder }, loanIds }));
}

/** Excludes rows whose loan is in an earlier row. */
export async function refuseRepeatedRows(
  sql: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await joinedWhole(
    sql,
    () => sql`
    update import_rows staged set loan = null
    from (
      select external_id, min(row_number) as first_row from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId}
      group by external_id having count(*) > 1
    ) repeated
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.external_id = repeated.external_id and staged.row_number > repeated.first_row`,
  );
}

/** Deletes the booked rows after a booking; the others remain for download. */
export async function deleteBookedRows(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await sql`
    delete from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null`;
}

export type RefusedRow = { readonly row: number; readonly cells: string };

export function listRefusedRows(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<RefusedRow[]> {
  return sql<RefusedRow[]>`
    select row_number as row, cells from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is null
      and cells is not null
    order by row_number`;
}
