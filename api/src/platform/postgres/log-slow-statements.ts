import type { FastifyInstance } from 'fastify';
import { onFinishedStatement } from './statements.ts';

const MAX_TEXT = 2_000;

/**
 * Logs each statement that took at least `ms`. The logged text has placeholders instead of values,
 * so no borrower data gets into the log.
 */
export function logSlowStatements(app: FastifyInstance, ms: number | null): void {
  if (ms === null) return;
  const stop = onFinishedStatement((statement) => {
    if (statement.ms < ms) return;
    const text = statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
    app.log.warn({ statement: text, ms: Math.round(statement.ms) }, 'slow statement');
  });
  app.addHook('onClose', async () => stop());
}
