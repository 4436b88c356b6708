import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { schemaOf, type Database, type Queryable, type Transaction } from './database.ts';
import { formerChecksums } from './former-checksums.ts';
import { checksumOf } from './migration-checksum.ts';
import {
  defaultSchema,
  extensions,
  extensionSchema,
  inSchema,
  lockIn,
  nameFor,
  ownTable,
  searchPathOf,
} from './postgres/lender-names.ts';
import { codeOf } from './postgres/connection-failures.ts';
import { applicationRole } from './postgres/targets.ts';
import { namedIndexIn, splitStatements } from './split-statements.ts';

/** The path is the same from `src` and from `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** The lock that a migrating process holds: an arbitrary number, which every release must share. */
export const MIGRATION_LOCK = 8_277_021;

const EXTENSION_LOCK = 8_277_025;

export type MigrateResult =
  | { readonly ok: true; readonly applied: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** A migration; its name also decides the order. */
type Migration = { readonly name: string; readonly text: string; readonly checksum: string };
export type AppliedMigration = { readonly name: string; readonly checksum: string };
/** The reason why this code cannot use the database. */
export type Drift =
  | { readonly kind: 'newer' | 'changed'; readonly name: string }
  | { readonly kind: 'out-of-order'; readonly name: string; readonly last: string };
type Step =
  | { readonly kind: 'applied'; readonly name: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: string };

type MigrateOptions = {
  readonly folder?: string;
  /** Time for which a migration tries to get the locks of tables that are in use. */
  readonly giveUpAfterMs?: number;
};

const GIVE_UP_AFTER_MS = 5 * 60_000;
/**
 * Maximum time for a migration to lock all its tables. PostgreSQL checks for deadlocks after a
 * second, and could end a user's call that holds one table and waits for another.
 */
const LOCKS_WITHIN_MS = 500;
/** Minimum time for a statement's locks, even if earlier statements took long. */
const LEAST_LOCK_MS = 50;
const TRY_AGAIN_MS = 500;

/**
 * Brings the database up to date, one transaction per migration. Several processes may start at
 * once: each step takes a lock and checks again.
 */
export async function migrate(
  owner: Database,
  { folder = migrationsFolder, giveUpAfterMs = GIVE_UP_AFTER_MS }: MigrateOptions = {},
): Promise<MigrateResult> {
  const migrations = readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const step = await takeStepInUse(owner, { migrations, giveUpAfterMs, schema: schemaOf(owner) });
    if (step.kind === 'refused') return { ok: false, problem: step.problem };
    if (step.kind === 'done') return { ok: true, applied };
    applied.push(step.name);
  }
}

/**
 * Migrates within the caller's transaction, all or nothing. `only` limits it to the migrations that
 * another database has.
 */
export async function migrateWithin(
  tx: Transaction,
  { only }: { only?: readonly AppliedMigration[] } = {},
): Promise<MigrateResult> {
  const all = readMigrations(migrationsFolder);
  const asked = only && new Set(match(all, only).known.map(({ ours }) => ours));
  const migrations = asked ? all.filter((migration) => asked.has(migration)) : all;
  const applied: string[] = [];
  const [{ schema } = { schema: defaultSchema }] = await tx<{ schema: string }[]>`
    select current_schema() as schema`;
  for (;;) {
    const step = await takeStep(tx, { migrations, schema });
    if (step.kind === 'refused') return { ok: false, problem: step.problem };
    if (step.kind === 'done') return { ok: true, applied };
    applied.push(step.name);
    // Checks what a commit would check, because the next migration cannot alter a table with
    // pending constraint checks.
    await tx`set constraints all immediate`;
    await tx`set constraints all deferred`;
  }
}

/** Returns why this code cannot update a database with these migrations; null if it can. */
export function compareMigrations(applied: readonly AppliedMigration[]): Drift | null {
  return findDrift(match(readMigrations(migrationsFolder), applied));
}

export async function pendingMigrations(
  database: Queryable,
  options: { folder?: string } = {},
): Promise<string[]> {
  const [{ exists } = { exists: false }] = await database<{ exists: boolean }[]>`
    select ${ownTable(database, 'schema_migrations')} is not null as exists`;
  const applied = exists ? await listApplied(database) : [];
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  return match(migrations, applied).pending.map(({ name }) => name);
}

type Steps = { readonly migrations: readonly Migration[]; readonly schema: string };
type StepInUse = Steps & { readonly giveUpAfterMs: number };

/**
 * Applies one migration while another release serves requests. A change of a table waits for its
 * readers, and every later call waits for the change. Therefore the change waits only briefly and
 * rolls back; it is tried again until `giveUpAfterMs` has passed.
 */
async function takeStepInUse(
  owner: Database,
  { giveUpAfterMs, ...steps }: StepInUse,
): Promise<Step> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (;;) {
    try {
      return await owner.begin((tx) => takeStep(tx, { ...steps, isInUse: true }));
    } catch (error) {
      if (!isTableInUse(error)) throw error;
      if (performance.now() >= giveUpAt) return { kind: 'refused', problem: TABLES_IN_USE };
    }
    await wait(TRY_AGAIN_MS);
  }
}

const TABLES_IN_USE =
  'A migration could not lock its tables, because a long transaction uses them. Find it in pg_stat_activity, end it, and start again.';

/** Returns whether a lock timed out or a deadlock with a user's call occurred. */
const isTableInUse = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error));

async function takeStep(
  tx: Queryable,
  { migrations, schema, isInUse }: Steps & { readonly isInUse?: boolean },
): Promise<Step> {
  await tx`select pg_advisory_xact_lock(${lockIn(tx, MIGRATION_LOCK, schema)})`;
  const problem = await openSchema(tx, schema);
  if (problem !== null) return { kind: 'refused', problem };
  await prepare(tx, schema);
  const applied = await listApplied(tx);
  const matched = match(migrations, applied);
  const drift = findDrift(matched);
  if (drift !== null) return { kind: 'refused', problem: explainDrift(drift) };
  for (const { ours, theirs } of matched.known) {
    if (ours.name === theirs.name) continue;
    await tx`update schema_migrations set name = ${ours.name} where name = ${theirs.name}`;
  }
  const [next] = matched.pending;
  if (next === undefined) return { kind: 'done' };
  const startedAt = performance.now();
  // Run statements one at a time, because a distributed engine accepts no text with several.
  for (const statement of splitStatements(inSchema(next.text, schema))) {
    // Set after the migration lock was taken, because another process may hold that lock for long.
    if (isInUse) await limitLocks(tx, LOCKS_WITHIN_MS - (performance.now() - startedAt));
    await dropInvalidIndex(tx, statement);
    await tx.unsafe(statement).simple();
  }
  await tx`
    insert into schema_migrations (number, name, checksum)
    values (${formerNumberOf(next)}, ${next.name}, ${next.checksum})`;
  return { kind: 'applied', name: next.name };
}

/**
 * Removes the index that a statement creates, if an interrupted `create index concurrently` left it
 * invalid. `if not exists` would accept it, but PostgreSQL never reads it.
 */
async function dropInvalidIndex(tx: Queryable, statement: string): Promise<void> {
  const index = namedIndexIn(statement);
  if (index === null) return;
  const [invalid] = await tx`
    select from pg_index where indexrelid = ${ownTable(tx, index.name)} and not indisvalid`;
  if (invalid) await tx`drop index ${tx(index.name)}`;
}

async function limitLocks(tx: Queryable, leftMs: number): Promise<void> {
  const limit = Math.ceil(Math.max(leftMs, LEAST_LOCK_MS));
  await tx`select set_config('lock_timeout', ${`${limit}ms`}, true)`;
}

/**
 * Creates a schema other than the default one if it is missing, and the extensions that it needs.
 * Returns the reason why the connection cannot work in the schema, or null.
 */
export async function openSchema(tx: Queryable, schema: string): Promise<string | null> {
  if (schema !== defaultSchema) {
    const [known] = await tx`select from pg_namespace where nspname = ${schema}`;
    if (!known) await tx`create schema ${tx(schema)}`;
    for (const name of extensions) {
      const [found] = await tx<{ place: string }[]>`
        select extnamespace::regnamespace::text as place from pg_extension where extname = ${name}`;
      if (!found) {
        // All lenders share this lock, because two of them cannot create an extension at the same
        // time.
        await tx`select pg_advisory_xact_lock(${EXTENSION_LOCK})`;
        await tx`create extension if not exists ${tx(name)} schema ${tx(extensionSchema)}`;
      } else if (found.place !== extensionSchema) {
        return `The extension ${name} is in the schema ${found.place}, where other lenders do not find it. Move it: alter extension ${name} set schema ${extensionSchema}.`;
      }
    }
  }
  const [row] = await tx<{ schema: string | null }[]>`select current_schema() as schema`;
  if (row?.schema === schema) return null;
  return `The database's owner works in the schema "${row?.schema}", but DATABASE_SCHEMA is "${schema}". Let them agree.`;
}

/**
 * Creates the application's role with its settings, because a pooler refuses settings that a
 * connection sets itself.
 */
async function createRole(tx: Queryable, schema: string): Promise<void> {
  const role = nameFor(schema, applicationRole);
  await tx`create role ${tx(role)}`;
  await tx`grant ${tx(role)} to current_user`;
  const [{ name } = { name: '' }] = await tx<{ name: string }[]>`
    select current_database() as name`;
  await tx`alter role ${tx(role)} in database ${tx(name)} set jit = off`;
  const path = searchPathOf(schema);
  if (path === null) return;
  await tx`alter role ${tx(role)} in database ${tx(name)} set search_path = ${tx.unsafe(path)}`;
}

async function prepare(tx: Queryable, schema: string): Promise<void> {
  const role = nameFor(schema, applicationRole);
  const [found] = await tx<{ role: boolean; table: boolean; isNumbered: boolean }[]>`
    select exists (select from pg_roles where rolname = ${role}) as role,
      ${ownTable(tx, 'schema_migrations')} is not null as table,
      exists (select from pg_attribute where attrelid = ${ownTable(tx, 'schema_migrations')}
        and attname = 'number' and attnotnull) as is_numbered`;
  if (found?.role !== true) await createRole(tx, schema);
  if (found?.isNumbered === true) {
    await tx`
      alter table schema_migrations drop constraint schema_migrations_pkey,
        alter column number drop not null, add primary key (name), add unique (number)`;
  }
  if (found?.table === true) return;
  // Earlier releases read the number to report that the database is newer.
  await tx`
    create table schema_migrations (
      number integer unique,
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  await tx`grant select on schema_migrations to ${tx(role)}`;
}

async function listApplied(database: Queryable): Promise<AppliedMigration[]> {
  return database<AppliedMigration[]>`select name, checksum from schema_migrations order by name`;
}

type Matched = {
  readonly known: readonly { readonly ours: Migration; readonly theirs: AppliedMigration }[];
  /** Migrations in the database that this code lacks. */
  readonly foreign: readonly AppliedMigration[];
  readonly pending: readonly Migration[];
};

/** Matches migrations by name; a renamed file is matched by its text. */
function match(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Matched {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const byText = new Map(
    migrations.flatMap((migration) => checksumsOf(migration).map((text) => [text, migration])),
  );
  const pairs = applied.map((theirs) => ({
    theirs,
    ours: byName.get(theirs.name) ?? byText.get(theirs.checksum),
  }));
  const known = pairs.flatMap(({ ours, theirs }) => (ours ? [{ ours, theirs }] : []));
  const done = new Set(known.map(({ ours }) => ours));
  return {
    known,
    foreign: pairs.flatMap(({ ours, theirs }) => (ours ? [] : [theirs])),
    pending: migrations.filter((migration) => !done.has(migration)),
  };
}

function checksumsOf({ name, checksum }: Migration): string[] {
  const former = formerChecksums.get(name);
  return former === undefined ? [checksum] : [checksum, former];
}

/**
 * Returns why this code cannot use the database; null if it can. Migrations that were applied never
 * change, and new ones never sort before them: docs/decisions/0026.
 */
function findDrift({ known, foreign, pending }: Matched): Drift | null {
  const [newer] = foreign;
  if (newer) return { kind: 'newer', name: newer.name };
  const changed = known.find(({ ours, theirs }) => !checksumsOf(ours).includes(theirs.checksum));
  if (changed) return { kind: 'changed', name: changed.ours.name };
  const last = known
    .map(({ ours }) => ours.name)
    .filter((name) => timed.test(name))
    .toSorted()
    .at(-1);
  const [next] = pending;
  if (last !== undefined && next && next.name < last) {
    return { kind: 'out-of-order', name: next.name, last };
  }
  return null;
}

function explainDrift(drift: Drift): string {
  switch (drift.kind) {
    case 'newer':
      return `The database was migrated by a newer Bursar (it has ${drift.name}). Start that one, or restore a backup made before it.`;
    case 'changed':
      return `The migration ${drift.name} was changed after it was applied to this database. Put back the file as it was, and add a new one for the change.`;
    case 'out-of-order':
      return `The migration ${drift.name} comes before ${drift.last}, which this database has already: other databases would meet the two the other way round. Name its file by the minute of now.`;
  }
}

/** Names start with the UTC minute of creation, so that later migrations sort later. */
const timed = /^\d{4}-[01]\d-[0-3]\d-[0-2]\d[0-5]\d-[a-z0-9-]+\.sql$/;
/**
 * Older migrations have numbers, which were assigned in advance and reached databases in different
 * orders.
 */
const numbered = /^(00\d\d)_[a-z0-9_]+\.sql$/;

const formerNumberOf = ({ name }: Migration): number | null => {
  const digits = numbered.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
};

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const seen = new Map<string, string>();
  return names.toSorted().map((name) => {
    if (!timed.test(name) && !numbered.test(name)) {
      throw new Error(
        `${name} should begin with the UTC minute in which it was made, such as 2026-12-01-0930-charges.sql.`,
      );
    }
    const place = timed.test(name) ? name.slice(0, MINUTE.length) : name.slice(0, 4);
    const other = seen.get(place);
    if (other !== undefined) throw new Error(`${name} has the same place as ${other}.`);
    seen.set(place, name);
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    return { name, text, checksum: checksumOf(name, text) };
  });
}

const MINUTE = '2026-12-01-0930';
