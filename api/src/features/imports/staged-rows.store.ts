import { copyRows, type CopyColumns } from '../../platform/copy-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import type { ImportKey } from './imports.store.ts';
import type { TapeLoan } from './tape-loan.ts';

/** A row on its way to the books, its loan written out as it is kept. */
export type StagedRow = {
  readonly row: number;
  readonly externalId: string | null;
  readonly loan: string | null;
};

/** Keeps a tape's rows between its dry run and its booking, so that the file is read once. */
export async function stageRows(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  rows: AsyncIterable<StagedRow>,
): Promise<void> {
  const columns: CopyColumns<StagedRow> = {
    portfolio_id: () => portfolioId,
    import_id: () => importId,
    row_number: ({ row }) => row,
    external_id: ({ externalId }) => externalId,
    loan: ({ loan }) => loan,
  };
  await copyRows(sql, { table: 'import_rows', columns }, rows);
}

export type StagedLoan = { readonly row: number; readonly loan: TapeLoan };

/** The staged loans in the file's order, a batch at a time. */
export async function* readStagedLoans(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  batchSize: number,
): AsyncGenerator<readonly StagedLoan[]> {
  let after = 0;
  while (true) {
    const batch: readonly StagedLoan[] = await sql<StagedLoan[]>`
      select row_number as row, loan from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and row_number > ${after}
      order by row_number
      limit ${batchSize}`;
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.row;
  }
}
