import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';

/** A body must bring this much in each span of time: far less than the slowest line carries. */
export type Pace = { readonly everyMs: number; readonly leastBytes: number };

const PACE: Pace = { everyMs: 15_000, leastBytes: 8 * 1024 };
/** Of a body that was refused: more is not taken to the end for the sake of its connection. */
const DRAIN_BYTES_MAX = 64 * 1024 * 1024;

/** Ends bodies that drip, and reads refused ones on so that their connection serves the next call. */
export function limitBodies(app: FastifyInstance, pace: Pace = PACE): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.raw)) watch(request, reply, pace);
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete) drain(raw);
  });
}

/**
 * The bytes of a body that is streamed. Whoever stops reading early leaves the connection whole,
 * so that the answer reaches its client.
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
  const look = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(look);
    const { bytesRead } = raw.socket;
    // Full means that it is this server which does not read.
    const isFull = raw.readableLength >= raw.readableHighWaterMark;
    if (isFull || bytesRead - seen >= pace.leastBytes) {
      seen = bytesRead;
      return undefined;
    }
    clearInterval(look);
    return end(request, reply);
  }, pace.everyMs);
  raw.once('close', () => clearInterval(look));
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
