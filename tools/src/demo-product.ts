import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import { secretBox } from '@bursar/api/platform/secrets/secret-box';
import { startServer } from '@bursar/api/server';
import { seedDemoDatabase } from './add-initial-data.ts';
import { homeFolder } from './home-folder.ts';
import {
  asOwner,
  migrateDatabase,
  openAsApplication,
  startDatabase,
  type RunningDatabase,
} from './running-database.ts';
import { Refusal } from './refusal.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

export type DemoProduct = { readonly address: string; readonly owner: Database };

type Log = (sentence: string) => void;

/** Runs an action against a new Bursar with demo books, which are deleted afterwards. */
export async function withDemoProduct<Result>(
  log: Log,
  work: (product: DemoProduct) => Promise<Result>,
): Promise<Result> {
  const webFolder = join(homeFolder, 'web', 'dist');
  if (!existsSync(webFolder)) throw new Refusal('The web is not built yet: run "npm run build".');
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-demo-'));
  // Under root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(dataFolder, 0o755);
  try {
    const books = await startDatabase({ databaseAddresses: null, dataFolder }, log);
    try {
      return await asOwner(books, async (owner) => {
        await migrateDatabase(owner, log);
        await seedDemoDatabase(owner, { documentPlace: join(dataFolder, 'documents') }, log);
        return serveDemo({ books, webFolder, dataFolder }, (address) =>
          Promise.race([work({ address, owner }), refuseWhenAskedToStop()]),
        );
      });
    } finally {
      await books.close();
    }
  } finally {
    rmSync(dataFolder, { recursive: true });
  }
}

/**
 * Waits for a stop request and then throws a refusal, so that Bursar is stopped and its folder
 * deleted.
 */
async function refuseWhenAskedToStop(): Promise<never> {
  await untilAskedToStop();
  throw new Refusal('Stopped before it was done.');
}

async function serveDemo<Result>(
  {
    books,
    webFolder,
    dataFolder,
  }: { books: RunningDatabase; webFolder: string; dataFolder: string },
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const database = await openAsApplication(books);
  try {
    const started = await startServer({
      database,
      clock: systemClock,
      logLevel: 'error',
      tls: null,
      trustProxy: false,
      hstsSubdomains: false,
      publicUrl: null,
      securityContact: null,
      webhookAddresses: 'any',
      mail: null,
      secrets: secretBox(randomBytes(32)),
      documents: { documentPlace: join(dataFolder, 'documents'), scanCommand: null },
      webFolder,
      host: '127.0.0.1',
      port: 0,
    });
    if (!started.ok) throw new Refusal(`The server cannot listen: ${started.failure.code}.`);
    try {
      return await work(started.server.address);
    } finally {
      await started.server.stop();
    }
  } finally {
    await database.end({ timeout: 5 });
  }
}
