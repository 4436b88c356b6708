import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../platform/database.ts';
import { databaseName, targetsOfSocket } from '../platform/postgres/targets.ts';
import { whenFileEnds } from './when-file-ends.ts';

export type TestDatabase = {
  /** Connects as the application, which may not change money events. */
  readonly database: Database;
  /** Connects as the owner, to prepare or inspect data that the application role may not access. */
  readonly owner: Database;
};

/** Creates a migrated, empty database for this test file, dropped when the file ends. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(databaseName);
}

/** Creates a database without any migrations. */
export function createBareDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const socket = inject('postgresSocket');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const targets = targetsOfSocket(socket, name);
  const administration = openDatabase({
    target: targetsOfSocket(socket, 'postgres').owner,
    maxConnections: 1,
  });
  await administration`create database ${administration(name)}
    template ${administration(template)} strategy file_copy`;
  const database = openDatabase({ target: targets.application });
  const owner = openDatabase({ target: targets.owner, maxConnections: 2 });
  whenFileEnds(async () => {
    await Promise.all([database.end(), owner.end()]);
    await administration`drop database ${administration(name)} with (force)`;
    await administration.end();
  });
  return { database, owner };
}
