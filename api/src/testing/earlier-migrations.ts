import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Database } from '../platform/database.ts';
import { formerChecksums } from '../platform/former-checksums.ts';
import { migrate, migrationsFolder } from '../platform/migrate.ts';

/** The original texts of migrations that were changed after they landed. */
export const formerTexts = fileURLToPath(new URL('./former-migrations/', import.meta.url));

/**
 * Migrations before which a database with the original texts may be: each rewritten one, and the
 * first one after all of them.
 */
export const formerStops = [
  '2026-11-23-0308-borrowers-found-by-words.sql',
  '2026-11-23-0646-companies.sql',
  '2026-11-26-1346-functions-with-string-bodies.sql',
] as const;

/** Copies the migrations before `name` to a temporary folder and returns its path. */
export function migrationsBefore(name: string, sources = [migrationsFolder]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const source of sources) {
    for (const file of readdirSync(source).filter((one) => one.endsWith('.sql') && one < name)) {
      cpSync(join(source, file), join(folder, file));
    }
  }
  return folder;
}

/**
 * Migrates an empty database to the state that the original texts created before the migration
 * `name`.
 */
export async function migrateByFormerTexts(owner: Database, name: string): Promise<void> {
  const sources = [migrationsFolder, formerTexts];
  await mustMigrate(owner, migrationsBefore(formerStops[0], sources));
  if (name === formerStops[0]) return;
  // The newest minor releases of PostgreSQL refuse the original texts of the next migrations. Those
  // differ from the present texts only in checksums and one function body, so set these directly.
  await mustMigrate(owner, migrationsBefore(name));
  const text = readFileSync(join(formerTexts, '0089_national_identity_numbers.sql'), 'utf8');
  await owner.unsafe(text.slice(text.indexOf('create or replace function')));
  for (const [changed, checksum] of formerChecksums) {
    await owner`update schema_migrations set checksum = ${checksum} where name = ${changed}`;
  }
}

async function mustMigrate(owner: Database, folder: string): Promise<void> {
  const migrated = await migrate(owner, { folder });
  if (!migrated.ok) throw new Error(migrated.problem);
}
