import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bursar/api/platform/database';
import { readLastTransaction, type LoggedStatement } from './logged-statements.ts';

/** Returns the statements that Bursar sent in the last transaction of `act`. */
export async function recordStatements(
  { owner, folder }: { readonly owner: Database; readonly folder: string },
  act: () => Promise<unknown>,
): Promise<readonly LoggedStatement[]> {
  const readLog = () => readFileSync(join(folder, 'postgres.log'));
  await logStatements(owner, 'all');
  const before = readLog().length;
  await act();
  await logStatements(owner, 'none');
  return readLastTransaction(readLog().subarray(before).toString());
}

/** Sets which statements PostgreSQL logs; open connections apply the setting within a moment. */
async function logStatements(owner: Database, which: 'all' | 'none'): Promise<void> {
  await owner.unsafe(`alter system set log_statement = '${which}'`);
  await owner`select pg_reload_conf()`;
  await wait(500);
}
