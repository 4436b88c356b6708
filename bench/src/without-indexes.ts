import type { Transaction } from '@bursar/api/platform/database';

/**
 * Drops the indexes that enforce no rule while tables are filled, and builds them again at the end.
 * Otherwise they would be maintained row by row.
 */
export async function withoutIndexes(
  transaction: Transaction,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await transaction<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${[...tables]}::regclass[]) and not indisunique`;
  for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await transaction.unsafe(definition);
}
