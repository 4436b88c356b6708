import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { migrationsFolder } from '../platform/migrate.ts';

/** The first texts of the migrations that were changed after they landed. */
export const formerTexts = fileURLToPath(new URL('./former-migrations/', import.meta.url));

/** Functions with SQL-standard bodies came before it. */
export const stringBodies = '2026-11-26-1346-functions-with-string-bodies.sql';

/** A folder with the migrations before a name, in the texts with which they landed. */
export function formerMigrationsBefore(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const source of [migrationsFolder, formerTexts]) {
    for (const file of readdirSync(source).filter((one) => one.endsWith('.sql') && one < name)) {
      cpSync(join(source, file), join(folder, file));
    }
  }
  return folder;
}
