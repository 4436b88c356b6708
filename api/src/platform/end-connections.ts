import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For requests that are being answered when the server is asked to stop. */
const GRACE_MS = 10_000;

/**
 * Lets a server stop although browsers hold connections: they open some ahead, and on those that
 * never carried a request Node waits as if one were under way.
 */
export function endConnections(app: FastifyInstance, { isTls }: { isTls: boolean }): void {
  const unused = new Set<Socket>();
  app.server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
}
