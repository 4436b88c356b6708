import type { Platform } from './endpoints.ts';
import { pendingMigrations } from './migrate.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, because its database is reachable and
 * migrated.
 */
export function bindHealth({ app, database }: Platform): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (request, reply) => {
    try {
      const pending = await pendingMigrations(database);
      if (pending.length === 0) return { status: 'ready' };
      return reply.code(503).send({ status: 'migrations_pending', pending: pending.length });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database_unreachable' });
    }
  });
}
