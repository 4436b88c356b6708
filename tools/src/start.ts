import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { claimDocumentFolder } from '@bursar/api/features/records/documents/claim-document-folder';
import { systemClock } from '@bursar/api/platform/clock';
import { aloneAtStart } from '@bursar/api/platform/first-start-lock';
import type { SecretBox } from '@bursar/api/platform/secrets/secret-box';
import type { Settings } from '@bursar/api/platform/settings';
import { startPreparingServer } from '@bursar/api/preparing-server';
import {
  startServer,
  type ListenFailure,
  type Listening,
  type RunningServer,
} from '@bursar/api/server';
import { homeFolder } from './home-folder.ts';
import { describeDemo, addInitialData } from './add-initial-data.ts';
import {
  asOwner,
  migrateDatabase,
  openAsApplication,
  startDatabase,
  openSecretBox,
  type RunningDatabase,
} from './running-database.ts';
import { openLogLines, reportEnd, type LogLines } from './log-lines.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireDocumentFolder } from './require-document-folder.ts';
import { requireSettings } from './require-settings.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

type Pauses = {
  /** Pauses before each restart of a lost PostgreSQL; default as in `startEmbeddedPostgres`. */
  readonly pausesMs?: readonly number[];
};

export const main = (pauses: Pauses = {}): Promise<void> =>
  runCommand(() => start(pauses), reportEnd);

const webFolder = join(homeFolder, 'web', 'dist');

async function start(pauses: Pauses): Promise<void> {
  const settings = requireSettings();
  const lines = await openLogLines(settings.logFormat);
  const { say } = lines;
  const books = await startDatabase({ ...settings, ...pauses }, say);
  try {
    const preparing = listening(
      await startPreparingServer({ ...settings, ...streamOf(lines), webFolder }),
      settings,
    );
    const ready = await prepareDatabase(books, settings, say).catch(async (error: unknown) => {
      await preparing.stop();
      throw error;
    });
    await serve({ settings, books, preparing, lines, ...ready });
  } finally {
    await books.close();
  }
}

type Ready = {
  readonly secrets: SecretBox;
  /** Lines to print after the address, once startup is complete. */
  readonly welcome: readonly string[];
};

function prepareDatabase(
  books: RunningDatabase,
  settings: Settings,
  say: LogLines['say'],
): Promise<Ready> {
  return asOwner(books, async (owner) => {
    await migrateDatabase(owner, say, settings.timeZones);
    const sayWait = (): void => say('Another Bursar is preparing this database; waiting for it …');
    return aloneAtStart(owner, sayWait, async () => {
      const secrets = await openSecretBox(owner, settings);
      await requireDocumentFolder(
        claimDocumentFolder(owner, { ...settings.documents, now: systemClock.now() }),
      );
      await addInitialData(owner, settings, say);
      return { secrets, welcome: await describeDemo(owner) };
    });
  });
}

type Serving = Ready & {
  readonly settings: Settings;
  readonly books: RunningDatabase;
  readonly lines: LogLines;
  /** The server that answers at the address until startup is complete. */
  readonly preparing: RunningServer;
};

async function serve(serving: Serving): Promise<void> {
  const { settings, books, lines, preparing, secrets, welcome } = serving;
  const { say } = lines;
  const { host, logLevel, tls, trustProxy, hstsSubdomains, mail, documents } = settings;
  const { publicUrl, securityContact, webhookAddresses, metrics, slowStatementMs } = settings;
  const { role, readWithinMs, tracesTo } = settings;
  const database = await openAsApplication(books);
  try {
    const app = {
      database,
      clock: systemClock,
      logLevel,
      ...streamOf(lines),
      tls,
      trustProxy,
      hstsSubdomains,
      publicUrl,
      securityContact,
      webhookAddresses,
      metrics,
      slowStatementMs,
      role,
      readWithinMs,
      tracesTo,
      mail,
      showsDemoPages: settings.demo,
      secrets,
      documents,
      webFolder,
    };
    const { port } = preparing;
    const server = listening(
      await startServer({ ...app, host, port, replaces: preparing }),
      settings,
    );
    const asked = untilAskedToStop();
    say(['', `  Bursar is open at ${server.address}`, ...welcome, ''].join('\n'));
    const lost = await Promise.race([asked.then(() => null), books.lost]);
    endForSure();
    if (lost === null) say('Stopping: running requests finish first …');
    await stopServing(server);
    if (lost !== null)
      throw new Refusal(`PostgreSQL stopped and could not be restarted, so Bursar stops. ${lost}`);
  } finally {
    await database.end({ timeout: 5 });
  }
  say('Bursar has stopped.');
}

const END_WITHIN_MS = 30_000;

/** Exits 30 seconds from now if the shutdown hangs, so that the port becomes free. */
function endForSure(): void {
  const end = (): never => {
    reportEnd('Bursar could not shut down cleanly and exits now.');
    process.exit(1);
  };
  setTimeout(end, END_WITHIN_MS).unref();
}

const streamOf = ({ stream }: LogLines) => (stream ? { logStream: stream } : {});

/**
 * Stops the server, but waits for at most ten seconds, because a browser may keep a live connection
 * open.
 */
async function stopServing(server: RunningServer): Promise<void> {
  await Promise.race([server.stop(), wait(10_000, undefined, { ref: false })]);
}

function listening(answer: Listening, settings: Settings): RunningServer {
  if (!answer.ok) throw new Refusal(explainListenFailure(answer.failure, settings));
  return answer.server;
}

function explainListenFailure(failure: ListenFailure, settings: Settings): string {
  const { host, port } = settings;
  switch (failure.code) {
    case 'port_in_use':
      return `Port ${port} on ${host} is in use by another program. Choose another, such as: PORT=${port + 1} npm start`;
    case 'address_not_available':
      return `HOST is "${host}", which is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its networks.`;
    case 'not_permitted':
      return `This account may not open port ${port}. Choose one above 1023, such as: PORT=3000 npm start`;
  }
}
