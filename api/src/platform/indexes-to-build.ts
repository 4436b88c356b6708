import { readFileSync } from 'node:fs';
import { schemaOf, type Database } from './database.ts';
import { migrationsFolder, pendingMigrations } from './migrate.ts';
import { inSchema, ownTable, searchPathOf } from './postgres/lender-names.ts';
import { namedIndexIn, splitStatements } from './split-statements.ts';

/**
 * Returns the statements that build the indexes of pending migrations on existing tables without
 * blocking other calls. A migration cannot do that, because it is one transaction. Includes only
 * indexes created with `if not exists`, because the migration then skips them.
 */
export async function listIndexesToBuild(
  owner: Database,
  { folder = migrationsFolder }: { folder?: string } = {},
): Promise<string[]> {
  const schema = schemaOf(owner);
  const pending = await pendingMigrations(owner, { folder });
  const created = pending
    .flatMap((name) => splitStatements(inSchema(readFileSync(`${folder}/${name}`, 'utf8'), schema)))
    .flatMap((statement) => namedIndexIn(statement) ?? []);
  const statements: string[] = [];
  for (const { name, table, definition } of created) {
    const [found] = await owner<{ hasTable: boolean; isValid: boolean | null }[]>`
      select ${ownTable(owner, table)} is not null as has_table,
        (select indisvalid from pg_index where indexrelid = ${ownTable(owner, name)}) as is_valid`;
    if (found?.hasTable !== true || found.isValid === true) continue;
    if (found.isValid === false) statements.push(`drop index concurrently ${name};`);
    statements.push(`${definition.replace(/\bindex\b/i, 'index concurrently')};`);
  }
  const path = searchPathOf(schema);
  return path === null || statements.length === 0
    ? statements
    : [`set search_path = ${path};`, ...statements];
}
