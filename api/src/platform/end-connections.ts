import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { answerRefusal } from './refusals.ts';

/** For requests that are being answered when the server is asked to stop. */
const GRACE_MS = 10_000;
/** For requests that are on their way: their clients hear that the server stops. */
const DRAIN_MS = 300;

/**
 * Lets a server stop in order: what is being answered is finished, what still comes is told to try
 * again, and each connection ends with its answer. Browsers open some connections ahead, and on
 * those that never carried a request Node waits as if one were under way: they are cut.
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
    // Right after the loop has taken in new connections: those it had not would be reset.
    await turn();
    cut();
    ticking = setInterval(cut, DRAIN_MS);
  });
  app.addHook('onClose', async () => clearInterval(ticking));
}
