import { openSecrets } from '@bursar/api/features/access/second-factor/open-secrets';
import { systemClock } from '@bursar/api/platform/clock';
import {
  openDatabase,
  schemaOf,
  type Database,
  type DatabaseOptions,
} from '@bursar/api/platform/database';
import { migrate } from '@bursar/api/platform/migrate';
import { findCluster } from '@bursar/api/platform/postgres/cluster';
import { nameFor, searchPathOf } from '@bursar/api/platform/postgres/lender-names';
import { findRunningPostgres } from '@bursar/api/platform/postgres/runtime-file';
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
} from '@bursar/api/platform/postgres/start-embedded-postgres';
import { StartRefused } from '@bursar/api/platform/postgres/start-refused';
import {
  applicationRole,
  targetsOfAddresses,
  type DatabaseAddresses,
  type DatabaseTargets,
} from '@bursar/api/platform/postgres/targets';
import { settleTimeZones, type TimeZoneAnswers } from '@bursar/api/platform/settle-time-zones';
import type { SecretBox } from '@bursar/api/platform/secrets/secret-box';
import type { Settings } from '@bursar/api/platform/settings';
import { Refusal } from './refusal.ts';

export type RunningDatabase = {
  readonly targets: DatabaseTargets;
  /**
   * Resolves with the reason if the embedded PostgreSQL of this process stopped and could not be
   * restarted. Never resolves for any other PostgreSQL.
   */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

type Where = Pick<Settings, 'databaseAddresses' | 'dataFolder'>;
type Log = (sentence: string) => void;

/** Opens the database for the server, which alone owns its data folder. */
export async function startDatabase(
  { databaseAddresses, dataFolder, pausesMs }: Where & Pick<EmbeddedOptions, 'pausesMs'>,
  log: Log,
): Promise<RunningDatabase> {
  if (databaseAddresses !== null) return openOutside(databaseAddresses);
  const started = await startEmbeddedPostgres({ dataFolder, log, ...(pausesMs && { pausesMs }) });
  if (!started.ok) throw new Refusal(started.problem);
  const { targets, lost, stop } = started.postgres;
  return { targets, lost, close: stop };
}

/** Opens the database for a command: uses the running one, or starts it. */
export async function joinDatabase(where: Where, log: Log): Promise<RunningDatabase> {
  const running = where.databaseAddresses === null ? findRunningPostgres(where.dataFolder) : null;
  if (running === null) return startDatabase(where, log);
  return { targets: running, lost: never(), close: async () => undefined };
}

/** Opens the database like `joinDatabase`, but refuses to create one in an empty data folder. */
export async function joinExistingDatabase(where: Where, log: Log): Promise<RunningDatabase> {
  if (where.databaseAddresses === null && findDatabase(where.dataFolder) === null) {
    throw new Refusal(
      `There are no books in ${where.dataFolder}. Set BURSAR_DATA to their folder, or DATABASE_URL to their database.`,
    );
  }
  return joinDatabase(where, log);
}

function findDatabase(dataFolder: string): string | null {
  try {
    return findCluster(dataFolder);
  } catch (error) {
    throw error instanceof StartRefused ? new Refusal(error.message) : error;
  }
}

/**
 * Migrates the tables and the names of time zones, and reports what was done. Throws a refusal if a
 * name has no clear time zone and `timeZones` has no answer for it.
 */
export async function migrateDatabase(
  owner: Database,
  log: Log,
  timeZones: TimeZoneAnswers = new Map(),
): Promise<void> {
  const result = await migrate(owner).catch((error: unknown) => {
    throw explainConnection(error);
  });
  if (!result.ok) throw new Refusal(result.problem);
  if (result.applied.length > 0) log(`Applied ${result.applied.join(', ')}.`);
  const settled = await settleTimeZones(owner, { answers: timeZones, now: systemClock.now() });
  if (!settled.ok) throw new Refusal(settled.problem);
  for (const sentence of settled.sentences) log(sentence);
}

/** Opens the secret box, which encrypts and decrypts secrets with the key of this database. */
export async function openSecretBox(
  owner: Database,
  settings: Pick<Settings, 'secrets'>,
): Promise<SecretBox> {
  const opened = await openSecrets(owner, settings.secrets, systemClock.now());
  if (!opened.ok) throw new Refusal(opened.problem);
  return opened.secrets;
}

/** Runs `work` with the owner's connection and always closes it afterwards. */
export async function asOwner<Result>(
  books: RunningDatabase,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase({ target: books.targets.owner, maxConnections: 3 });
  try {
    return await work(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/**
 * Opens the database as the application, and refuses a connection with another role or schema. For
 * example, a pooler that ignores the role of a new connection would let the application change
 * posted entries.
 */
export async function openAsApplication(
  books: RunningDatabase,
  options: Omit<DatabaseOptions, 'target'> = {},
): Promise<Database> {
  const database = openDatabase({ target: books.targets.application, ...options });
  try {
    const [row] = await database<{ role: string; schema: string | null }[]>`
      select current_user as role, current_schema() as schema`;
    const schema = schemaOf(database);
    const role = nameFor(schema, applicationRole);
    if (row?.role === role && row.schema === schema) return database;
    if (row?.role === role) {
      throw new Refusal(
        `DATABASE_URL works in the schema "${row.schema}", but DATABASE_SCHEMA is "${schema}". Run as the owner, and restart a pooler: alter role ${role} in database … set search_path = ${searchPathOf(schema) ?? schema}.`,
      );
    }
    throw new Refusal(
      `DATABASE_URL works as the role "${row?.role}" and could change what was posted. Let its login be ${role}, or set that role for the login, and give the owner's login in DATABASE_OWNER_URL.`,
    );
  } catch (error) {
    await database.end({ timeout: 0 });
    throw explainConnection(error);
  }
}

function openOutside(addresses: DatabaseAddresses): RunningDatabase {
  return {
    targets: targetsOfAddresses(addresses),
    lost: never(),
    close: async () => undefined,
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/**
 * Turns the usual connection errors of an external database into a refusal with the reason; returns
 * other errors unchanged.
 */
export function explainConnection(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'no server answers at that address',
    ENOTFOUND: 'its host name is unknown',
    ETIMEDOUT: 'its host does not answer',
    CONNECT_TIMEOUT: 'it does not answer in time',
    CONNECTION_CLOSED: 'it closes every connection',
    CONNECTION_DESTROYED: 'none of its servers is a primary that can be written to',
    '08P01': `it refuses how connections open (${messageOf(error)}); with a pooler, set DATABASE_OWNER_URL too`,
    '28P01': 'it rejects the name or the password',
    '28000': 'it rejects this login',
    '3D000': 'it has no database with that name',
    '42501': `its login may not do this (${messageOf(error)}); it needs to own its database and to be allowed to create roles`,
  };
  const reason = reasons[code];
  return reason === undefined
    ? error
    : new Refusal(`The PostgreSQL of DATABASE_URL cannot be used: ${reason}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
