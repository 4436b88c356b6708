import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@bursar/api/platform/clock';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { migrate } from '@bursar/api/platform/migrate';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@bursar/api/platform/postgres/start-embedded-postgres';
import { secretBox, type SecretBox } from '@bursar/api/platform/secrets/secret-box';
import { startServer, type RunningServer } from '@bursar/api/server';

export type Stack = {
  readonly address: string;
  /** The connection as the database's owner, to arrange and to check data. */
  readonly owner: Database;
  readonly clock: Clock;
  /** Starts one more server on the same database, with its own connections; returns its address. */
  readonly addServer: () => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** The business date of every journey, so that figures and days are fixed. */
export const today = '2026-06-15';

/** Starts the built web and API on a free port, with their own PostgreSQL. */
export async function startStack(): Promise<Stack> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-e2e-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataFolder, 0o755);
  const postgres = await startPostgres(dataFolder);
  const owner = openDatabase({ target: postgres.targets.owner, maxConnections: 2 });
  const migrated = await migrate(owner);
  if (!migrated.ok) throw new Error(migrated.problem);
  const database = openDatabase({ target: postgres.targets.application });
  const clock = clockFrom(`${today}T09:00:00Z`);
  const secrets = secretBox(randomBytes(32));
  const server = await serve({ database, clock, dataFolder, secrets });
  const servers = [server];
  const databases = [database, owner];
  return {
    address: server.address,
    owner,
    clock,
    addServer: async () => {
      const own = openDatabase({ target: postgres.targets.application });
      databases.push(own);
      const added = await serve({ database: own, clock, dataFolder, secrets });
      servers.push(added);
      return added.address;
    },
    stop: async () => {
      await Promise.all(servers.map((one) => one.stop()));
      await Promise.all(databases.map((one) => one.end({ timeout: 5 })));
      await postgres.stop();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function startPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres({
    dataFolder,
    throwaway: true,
    log: () => undefined,
  });
  if (!started.ok) throw new Error(started.problem);
  return started.postgres;
}

type Serving = { database: Database; clock: Clock; dataFolder: string; secrets: SecretBox };

async function serve({ database, clock, dataFolder, secrets }: Serving): Promise<RunningServer> {
  const started = await startServer({
    database,
    clock,
    logLevel: 'error',
    tls: null,
    trustProxy: false,
    hstsSubdomains: false,
    publicUrl: null,
    securityContact: null,
    webhookAddresses: 'any',
    mail: null,
    secrets,
    documents: { documentPlace: join(dataFolder, 'documents'), scanCommand: null },
    webFolder: findBuiltWeb(),
    host: '127.0.0.1',
    port: 0,
  });
  if (!started.ok) throw new Error(`The server cannot listen: ${started.failure.code}`);
  return started.server;
}

/** Returns a clock that runs normally but starts at another time. */
function clockFrom(instant: string): Clock {
  const ahead = Date.parse(instant) - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
}

function findBuiltWeb(): string {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new Error('The web is not built yet: run "npm run build" first.');
}
