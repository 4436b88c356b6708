import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { answerRefusal } from './refusals.ts';

/** Time for requests in progress to finish after the server is asked to stop. */
const GRACE_MS = 10_000;
/** Time for which requests that are still arriving are answered with `server_stopping`. */
const DRAIN_MS = 300;

/**
 * Shuts the server down in order: requests in progress have `GRACE_MS` to finish, new ones except
 * `/healthz` are answered with `server_stopping` so that clients retry, and each connection closes
 * after its response. Node would wait for the spare connections that browsers open, so connections
 * that never carried a request are destroyed.
 */
export function endConnections(app: FastifyInstance, { isTls }: { isTls: boolean }): void {
  const open = new Set<Socket>();
  const unused = new Map<Socket, number>();
  let isStopping = false;
  let ticking: NodeJS.Timeout | undefined;
  app.server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    unused.set(socket, performance.now());
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook('onRequest', async (request, reply) => {
    if (!isStopping || request.url === '/healthz') return undefined;
    return answerRefusal(request, reply, { code: 'server_stopping' });
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isStopping) reply.header('connection', 'close');
    return payload;
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    const stoppedAt = performance.now();
    if (open.size > 0) await wait(DRAIN_MS);
    const cut = (): void => {
      const now = performance.now();
      if (now - stoppedAt > GRACE_MS) app.server.closeAllConnections();
      for (const [socket, openedAt] of unused) {
        if (now - openedAt >= DRAIN_MS) socket.destroy();
      }
    };
    // Wait until the event loop has read the pending sockets, because destroying them unread would
    // reset requests.
    await turn();
    cut();
    ticking = setInterval(cut, DRAIN_MS);
  });
  app.addHook('onClose', async () => clearInterval(ticking));
}
