import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database, Queryable } from './database.ts';
import { applicationRole } from './postgres/targets.ts';

/** The same place from `src` and from `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

export type MigrateResult =
  | { readonly ok: true; readonly applied: readonly string[] }
  | { readonly ok: false; readonly problem: string };

type Migration = { readonly number: number; readonly name: string; readonly text: string };
type Applied = { readonly number: number; readonly name: string; readonly checksum: string };
type Step =
  | { readonly kind: 'applied'; readonly name: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Brings the database to what this code expects, one transaction a migration. Several processes
 * may start at once: each step is taken under a lock, after looking again.
 */
export async function migrate(
  owner: Database,
  options: { folder?: string } = {},
): Promise<MigrateResult> {
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  const applied: string[] = [];
  for (;;) {
    const step = await owner.begin((tx) => takeStep(tx, migrations));
    if (step.kind === 'refused') return { ok: false, problem: step.problem };
    if (step.kind === 'done') return { ok: true, applied };
    applied.push(step.name);
  }
}

/** The names of migrations that this code has and the database has not. */
export async function pendingMigrations(
  database: Queryable,
  options: { folder?: string } = {},
): Promise<string[]> {
  const [{ exists } = { exists: false }] = await database<{ exists: boolean }[]>`
    select to_regclass('schema_migrations') is not null as exists`;
  const applied = exists ? await listApplied(database) : [];
  const numbers = new Set(applied.map(({ number }) => number));
  return readMigrations(options.folder ?? migrationsFolder)
    .filter(({ number }) => !numbers.has(number))
    .map(({ name }) => name);
}

async function takeStep(tx: Queryable, migrations: readonly Migration[]): Promise<Step> {
  // Any number serves, as long as every Bursar takes the same.
  await tx`select pg_advisory_xact_lock(${8_277_021})`;
  await prepare(tx);
  const applied = await listApplied(tx);
  const problem = findDrift(migrations, applied);
  if (problem !== null) return { kind: 'refused', problem };
  // Migrations are made side by side: one may land after another of a higher number.
  const known = new Set(applied.map(({ number }) => number));
  const next = migrations.find(({ number }) => !known.has(number));
  if (next === undefined) return { kind: 'done' };
  await tx.unsafe(next.text).simple();
  await tx`
    insert into schema_migrations (number, name, checksum)
    values (${next.number}, ${next.name}, ${checksumOf(next)})`;
  return { kind: 'applied', name: next.name };
}

async function prepare(tx: Queryable): Promise<void> {
  const [found] = await tx<{ role: boolean; table: boolean }[]>`
    select exists (select from pg_roles where rolname = ${applicationRole}) as role,
      to_regclass('schema_migrations') is not null as table`;
  if (found?.role !== true) {
    await tx`create role ${tx(applicationRole)}`;
    await tx`grant ${tx(applicationRole)} to current_user`;
  }
  if (found?.table === true) return;
  await tx`
    create table schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  await tx`grant select on schema_migrations to ${tx(applicationRole)}`;
}

async function listApplied(database: Queryable): Promise<Applied[]> {
  return database<Applied[]>`select number, name, checksum from schema_migrations order by number`;
}

/** What has landed never changes: databases out there carry it already. */
function findDrift(migrations: readonly Migration[], applied: readonly Applied[]): string | null {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const ours = byNumber.get(number);
    if (ours === undefined) {
      return `The database was migrated by a newer Bursar (it has ${name}). Start that one, or restore a backup made before it.`;
    }
    if (checksumOf(ours) !== checksum) {
      return `The migration ${name} was changed after it was applied to this database (it is now ${ours.name}). Put back the file as it was, and add a new one for the change.`;
    }
  }
  return null;
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const seen = new Map<number, string>();
  return names.toSorted().map((name) => {
    const number = Number(/^(\d{4})[-_]/.exec(name)?.[1] ?? 0);
    const other = seen.get(number);
    if (number === 0) throw new Error(`${name} should begin with its number, from 0001.`);
    if (other !== undefined) throw new Error(`${name} has the same number as ${other}.`);
    seen.set(number, name);
    return { number, name, text: readFileSync(`${folder}/${name}`, 'utf8') };
  });
}

function checksumOf(migration: Migration): string {
  // Line ends may differ by how the code was fetched.
  return createHash('sha256').update(migration.text.replaceAll('\r\n', '\n')).digest('hex');
}
