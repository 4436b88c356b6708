import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';

/** The minimum speed of a body, far below what the slowest connection carries. */
export type Pace = { readonly everyMs: number; readonly leastBytes: number };

const PACE: Pace = { everyMs: 15_000, leastBytes: 8 * 1024 };
/** The maximum number of bytes read of a refused body to keep its connection open. */
const DRAIN_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Ends bodies that arrive too slowly. Reads refused bodies of up to `DRAIN_BYTES_MAX` to the end,
 * so that their connection can serve the next call.
 */
export function limitBodies(app: FastifyInstance, pace: Pace = PACE): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.raw)) watch(request, reply, pace);
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete) drain(raw);
  });
}

/**
 * Returns the bytes of a streamed body. If the consumer stops early, the connection stays open so
 * that the answer reaches the client.
 */
export function uploadOf({ raw }: FastifyRequest): AsyncIterable<Buffer> {
  return raw.iterator({ destroyOnReturn: false });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(request: FastifyRequest, reply: FastifyReply, pace: Pace): void {
  const { raw } = request;
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    // A simulated request of a test never becomes complete, but its stream ends.
    if (raw.complete || raw.readableEnded || raw.destroyed) return clearInterval(timer);
    const { bytesRead } = raw.socket;
    // A full buffer means that this server is not reading, so the client is not slow.
    const isFull = raw.readableLength >= raw.readableHighWaterMark;
    if (isFull || bytesRead - seen >= pace.leastBytes) {
      seen = bytesRead;
      return undefined;
    }
    clearInterval(timer);
    return end(request, reply);
  }, pace.everyMs);
  raw.once('close', () => clearInterval(timer));
}

function end(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (reply.sent) raw.destroy();
  else answerRefusal(request, reply.header('connection', 'close'), { code: 'request_too_slow' });
}

function drain(raw: IncomingMessage): void {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES_MAX) raw.destroy();
  });
  raw.on('error', () => undefined);
  raw.resume();
}
