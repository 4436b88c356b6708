import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { openSideConnection, schemaOf, type Database } from './database.ts';
import { nameFor } from './postgres/lender-names.ts';
import { whileListening } from './while-listening.ts';

/** Jobs that run on a schedule; a migration creates the queue of each. */
export const jobNames = [
  'count-dues',
  'follow-promises',
  'follow-reminders',
  'follow-handovers',
  'close-days',
] as const;
export type JobName = (typeof jobNames)[number];

type Options = {
  readonly database: Database;
  readonly jobs: Partial<Record<JobName, () => Promise<unknown>>>;
  readonly log: FastifyBaseLogger;
  readonly pollEverySeconds?: number;
};

export type RunningJobs = { readonly stop: () => Promise<void> };

const EVERY_MINUTE = '* * * * *';
const AGAIN_MS = 5_000;
const END_WITHIN_MS = 8_000;

export function runJobsWhileListening(app: FastifyInstance, options: Omit<Options, 'log'>): void {
  whileListening(app, () => runJobs({ ...options, log: app.log }));
}

/**
 * Runs each job once a minute, in one of the processes that share the database. If a run fails, the
 * next run does its work.
 */
export function runJobs(options: Options): RunningJobs {
  const { log } = options;
  const connection = openSideConnection(options.database);
  let boss: PgBoss | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const begin = async (): Promise<void> => {
    try {
      boss = await startBoss(connection, options);
    } catch (error) {
      log.warn({ err: error }, 'the jobs could not begin yet');
      again = isStopped ? undefined : setTimeout(beginAgain, AGAIN_MS);
    }
  };
  let beginning = begin();
  const beginAgain = (): void => {
    beginning = begin();
  };
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(again);
      await beginning;
      await boss?.stop({ timeout: END_WITHIN_MS });
      await connection.end({ timeout: 5 });
    },
  };
}

/**
 * Returns a function that runs the statements of pg-boss. The maintenance of pg-boss sends several
 * statements in one text and expects the rows of all of them.
 */
export function sqlRunner(connection: Pick<ReturnType<typeof openSideConnection>, 'unsafe'>) {
  return async (text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }> => {
    // pg-boss types values as unknown and sends only what its statements cast: text, numbers,
    // booleans, dates and lists of them.
    const sent = values?.map((value) => (value ?? null) as SentValue);
    const answer: readonly unknown[] = await connection.unsafe(text, sent);
    return { rows: answer.flatMap((row) => (Array.isArray(row) ? [...row] : [row])) };
  };
}

type SentValue = string | number | boolean | Date | readonly string[] | null;

async function startBoss(
  connection: ReturnType<typeof openSideConnection>,
  { database, jobs, log, pollEverySeconds = 5 }: Options,
): Promise<PgBoss> {
  // Loaded after the server listens, so that startup does not wait for it.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: { executeSql: sqlRunner(connection) },
    schema: nameFor(schemaOf(database), 'pgboss'),
    // The owner's migrations create its tables; the application's role may not.
    migrate: false,
    // Without this, a new schedule would wait half a minute for its first run.
    cronMonitorIntervalSeconds: pollEverySeconds,
    cronWorkerIntervalSeconds: pollEverySeconds,
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'a job waits for its next turn'));
  await boss.start();
  try {
    for (const [name, run] of Object.entries(jobs)) {
      await boss.schedule(name, EVERY_MINUTE);
      await boss.work(name, { pollingIntervalSeconds: pollEverySeconds }, async () => {
        await run();
      });
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}
