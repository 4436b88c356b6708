import type { FastifyInstance } from 'fastify';

/**
 * Starts a task once the server listens, and stops it when the server closes. Fastify awaits
 * `onListen` hooks one by one, so a server stopped right after it listens can close before the last
 * hook runs; a task started then would never stop.
 */
export function whileListening(
  app: FastifyInstance,
  begin: () => { readonly stop: () => Promise<void> },
): void {
  let running: { readonly stop: () => Promise<void> } | null = null;
  let isClosed = false;
  app.addHook('onListen', () => {
    if (!isClosed) running = begin();
  });
  app.addHook('onClose', () => {
    isClosed = true;
    return running?.stop();
  });
}
