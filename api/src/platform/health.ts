import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { Platform } from './endpoints.ts';
import { pendingMigrations } from './migrate.ts';

const ANSWER_WITHIN_MS = 900;

/**
 * Binds `/healthz`, which shows that the process runs, and `/readyz`, which shows that its database
 * can be written to and is migrated. `/readyz` answers within a second, even if the database does
 * not respond.
 */
export function bindHealth({ app, database }: Platform): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (request, reply) => {
    try {
      const tooLate = wait(ANSWER_WITHIN_MS, null, { ref: false });
      const found = await Promise.race([findReadiness(database), tooLate]);
      if (found?.status === 'ready') return found;
      return reply.code(503).send(found ?? { status: 'database_unreachable' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database_unreachable' });
    }
  });
}

async function findReadiness(database: Database) {
  const [server] = await database<{ readsOnly: boolean }[]>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads_only`;
  if (server?.readsOnly !== false) return { status: 'database_read_only' };
  const pending = await pendingMigrations(database);
  if (pending.length > 0) return { status: 'migrations_pending', pending: pending.length };
  return { status: 'ready' };
}
