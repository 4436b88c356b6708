import type { FastifyInstance } from 'fastify';

/**
 * Begins something once people can reach the server, and ends it as the server closes. Fastify calls
 * `onListen` one hook after another and waits for each, so a server that is told to stop as soon as
 * it listens has closed before the last ones: what begins then would run for ever.
 */
export function whileListening(
  app: FastifyInstance,
  begin: () => { readonly stop: () => Promise<void> },
): void {
  let begun: { readonly stop: () => Promise<void> } | null = null;
  let isClosed = false;
  app.addHook('onListen', () => {
    if (!isClosed) begun = begin();
  });
  app.addHook('onClose', () => {
    isClosed = true;
    return begun?.stop();
  });
}
