import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from '../boundaries/check-boundaries.ts';
import { readWrites, type Write } from './read-writes.ts';
import {
  sharedTables,
  writesEverywhere,
  writingHelpers,
  writtenByMigrations,
  type SharedTable,
} from './writer-rules.ts';

export type WriterRules = {
  readonly shared: readonly SharedTable[];
  readonly everywhere: Readonly<Record<string, string>>;
  readonly byMigrations: Readonly<Record<string, string>>;
};

const rulesOfBursar: WriterRules = {
  shared: sharedTables,
  everywhere: writesEverywhere,
  byMigrations: writtenByMigrations,
};

/**
 * Returns each place in a checkout where a table has a second writer or the written table is
 * unknown, each table that nothing writes, and each exception that is not needed.
 */
export function checkWriters(root: string, rules = rulesOfBursar): Violation[] {
  const tables = readTableNames(root);
  const all = readWrites(root, { tables, helpers: writingHelpers });
  const writes = all.filter(({ file }) => !Object.hasOwn(rules.everywhere, file));
  return [
    ...findSecondWriters(writes, rules.shared),
    ...findUnnamed(writes, tables),
    ...findNeedlessExceptions(writes, rules.shared),
    ...findNeedlessFiles(all, rules.everywhere),
    ...findUnwritten(writes, tables, rules.byMigrations),
  ];
}

/** Returns the folder that owns each table; for a shared table, the first of its folders. */
export function readOwners(root: string): ReadonlyMap<string, string> {
  const tables = readTableNames(root);
  const owners = new Map(Object.entries(writtenByMigrations));
  for (const { file, folder, table } of readWrites(root, { tables, helpers: writingHelpers })) {
    if (table === null || Object.hasOwn(writesEverywhere, file)) continue;
    const shared = sharedTables.find((each) => each.table === table);
    owners.set(table, shared?.folders[0] ?? folder);
  }
  return owners;
}

function readTableNames(root: string): ReadonlySet<string> {
  const schema = readFileSync(join(root, 'api/schema.sql'), 'utf8');
  return new Set([...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name));
}

function foldersThatWrite(writes: readonly Write[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { table, folder } of writes) {
    if (table !== null) folders.set(table, (folders.get(table) ?? new Set()).add(folder));
  }
  return folders;
}

function findSecondWriters(writes: readonly Write[], shared: readonly SharedTable[]): Violation[] {
  return writes.flatMap(({ file, line, folder, table }) => {
    if (table === null) return [];
    const exception = shared.find((each) => each.table === table);
    const allowed = exception?.folders ?? [ownerOf(table, writes)];
    if (allowed.includes(folder)) return [];
    return [
      {
        rule: 'table-has-one-writer',
        sentence: `${file}:${line} writes ${table}, which ${allowed.join(' and ')} writes: move the statement there.`,
      },
    ];
  });
}

/** Returns the folder with the most statements that write the table. */
function ownerOf(table: string, writes: readonly Write[]): string {
  const folders = writes.filter((each) => each.table === table).map(({ folder }) => folder);
  const count = (folder: string) => folders.filter((each) => each === folder).length;
  return folders.reduce((owner, folder) => (count(folder) > count(owner) ? folder : owner));
}

/**
 * Finds writes whose table is unknown or not in the schema. The latter means that this check
 * misread a statement.
 */
function findUnnamed(writes: readonly Write[], tables: ReadonlySet<string>): Violation[] {
  return writes
    .filter(({ table }) => table === null || !tables.has(table))
    .map(({ file, line, table }) => ({
      rule: 'written-table-is-named',
      sentence: `${file}:${line} writes ${table === null ? 'a table that its file does not name' : `${table}, which is no table of api/schema.sql`}.`,
    }));
}

function findNeedlessExceptions(
  writes: readonly Write[],
  shared: readonly SharedTable[],
): Violation[] {
  const folders = foldersThatWrite(writes);
  return shared.flatMap(({ table, folders: allowed }) =>
    allowed
      .filter((folder) => allowed.length < 2 || folders.get(table)?.has(folder) !== true)
      .map((folder) => ({
        rule: 'exception-is-needed',
        sentence: `${folder} no longer writes ${table} as a second folder: remove it from sharedTables.`,
      })),
  );
}

function findNeedlessFiles(
  writes: readonly Write[],
  everywhere: WriterRules['everywhere'],
): Violation[] {
  return Object.keys(everywhere)
    .filter((file) => !writes.some((write) => write.file === file))
    .map((file) => ({
      rule: 'exception-is-needed',
      sentence: `${file} writes no table: remove it from writesEverywhere.`,
    }));
}

function findUnwritten(
  writes: readonly Write[],
  tables: ReadonlySet<string>,
  byMigrations: WriterRules['byMigrations'],
): Violation[] {
  const folders = foldersThatWrite(writes);
  return [...new Set([...tables, ...Object.keys(byMigrations)])]
    .filter((table) => folders.has(table) === Object.hasOwn(byMigrations, table))
    .map((table) => ({
      rule: 'table-has-one-writer',
      sentence: folders.has(table)
        ? `${table} is written by the API: remove it from writtenByMigrations.`
        : `${table} is written by no statement of the API: name its folder in writtenByMigrations.`,
    }));
}
