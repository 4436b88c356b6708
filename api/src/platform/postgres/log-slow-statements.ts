import type { FastifyInstance } from 'fastify';
import { onFinishedStatement } from './statements.ts';

const MAX_TEXT = 2_000;

/**
 * Logs each statement that took at least `ms`. Its text has placeholders for its values, so a
 * borrower's data does not get into the log.
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
