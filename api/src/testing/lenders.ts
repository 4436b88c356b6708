import { inject } from 'vitest';
import { openDatabase, type Database } from '../platform/database.ts';
import { ownerRole, targetsOfAddresses } from '../platform/postgres/targets.ts';
import type { TestDatabase } from './test-database.ts';
import { whenFileEnds } from './when-file-ends.ts';

/** Connects to a lender's schema in the database at an address, without migrating it. */
export function openLender(url: string, schema: string): TestDatabase {
  const alone = { ownerUrl: null, directUrl: null, readUrl: null, isPrepared: true };
  const targets = targetsOfAddresses({ ...alone, url, schema });
  const database = openDatabase({ target: targets.application });
  const owner = openDatabase({ target: targets.owner, maxConnections: 3 });
  whenFileEnds(async () => {
    await Promise.all([database.end(), owner.end()]);
  });
  return { database, owner };
}

/** Returns the address of a test database, as an operator writes it. */
export async function addressOf(owner: Database): Promise<string> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const socket = encodeURIComponent(inject('postgresSocket'));
  return `postgres://${ownerRole}@/${row?.name ?? ''}?host=${socket}`;
}
