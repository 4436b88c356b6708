import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import {
  asOwner,
  joinDatabase,
  migrateDatabase,
  type RunningDatabase,
} from '../running-database.ts';
import { requireSettings } from '../require-settings.ts';

export type TestDatabase = { readonly books: RunningDatabase; readonly close: () => Promise<void> };

/** The manager of the only portfolio. */
export const managerEmail = 'user@lender.example';

/**
 * Creates a database with one portfolio and its manager. PostgreSQL runs until `close`, as under a
 * server.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-books-'));
  // Under root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(dataFolder, 0o755);
  vi.stubEnv('BURSAR_DATA', dataFolder);
  vi.stubEnv('BURSAR_DEMO', 'off');
  const books = await joinDatabase(requireSettings(), () => undefined);
  await asOwner(books, async (owner) => {
    await migrateDatabase(owner, () => undefined);
    await owner`
      insert into portfolios (id, name, currency, time_zone)
      values ('00000000-0000-4000-8000-000000000001', 'Harbour', 'USD', 'UTC')`;
    await owner`
      insert into accounts (id, portfolio_id, role, email, name, password_hash)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001',
        'user', ${managerEmail}, 'Una', 'never used')`;
  });
  return {
    books,
    close: async () => {
      await books.close();
      rmSync(dataFolder, { recursive: true });
      vi.unstubAllEnvs();
    },
  };
}

/** Runs a command, and returns its output and its exit code. */
export async function runTool(
  command: () => Promise<void>,
): Promise<{ output: string; exitCode: number }> {
  const lines: string[] = [];
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  await command();
  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { output: lines.join('\n'), exitCode };
}
