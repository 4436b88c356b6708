import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { ChosenPriceColumns } from '@bursar/contracts/reporting/price-files.values';
import type { Queryable, Transaction } from '../../../platform/database.ts';

/** The settings by which a price list was read. */
export type PriceLayout = {
  readonly fingerprint: string;
  /** Null if the columns were found by their headings. */
  readonly columns: ChosenPriceColumns | null;
  readonly answers: FileAnswers;
  /** Null if the table was found without a choice. */
  readonly table: TableChoice | null;
  readonly source: string;
};

export type RememberedPrices = PriceLayout & {
  readonly fileName: string;
  readonly importedAt: string;
};

const LAYOUTS_REMEMBERED = 50;

export function listPriceLayouts(sql: Queryable, portfolioId: string): Promise<RememberedPrices[]> {
  return sql<RememberedPrices[]>`
    select fingerprint, columns, answers, table_choice as "table", source, file_name, imported_at
    from price_layouts where portfolio_id = ${portfolioId}
    order by imported_at desc limit ${LAYOUTS_REMEMBERED}`;
}

type Imported = {
  readonly portfolioId: string;
  readonly fileName: string;
  readonly importedBy: string;
  readonly importedAt: string;
};

export async function rememberPriceLayout(
  transaction: Transaction,
  { fingerprint, columns, answers, table, source }: PriceLayout,
  { portfolioId, fileName, importedBy, importedAt }: Imported,
): Promise<void> {
  await transaction`
    insert into price_layouts (portfolio_id, fingerprint, file_name, columns, answers, table_choice,
      source, imported_by, imported_at)
    values (${portfolioId}, ${fingerprint}, ${fileName}, ${columns && transaction.json(columns)},
      ${transaction.json(answers)}, ${table && transaction.json(table)}, ${source},
      ${importedBy}, ${importedAt})
    on conflict (portfolio_id, fingerprint) do update set file_name = excluded.file_name,
      columns = excluded.columns, answers = excluded.answers, table_choice = excluded.table_choice,
      source = excluded.source, imported_by = excluded.imported_by,
      imported_at = excluded.imported_at`;
}
