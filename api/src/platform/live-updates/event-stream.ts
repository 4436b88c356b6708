import { PassThrough, type Readable } from 'node:stream';
import type { liveUpdateMessages } from '@bursar/contracts/access/live-updates';
import type { Position } from './live-updates.store.ts';

type Message = {
  readonly name: (typeof liveUpdateMessages)[number];
  readonly data?: object;
  /** Null for an event that does not advance the reader's position. */
  readonly position: Position | null;
};

export type EventStream = {
  readonly readable: Readable;
  readonly send: (message: Message) => void;
  readonly end: () => void;
};

/**
 * A reader with this much backlog is disconnected; it reconnects and gets the changes that it
 * missed.
 */
const BACKLOG_BYTES = 256 * 1024;

export function openEventStream(retryMs: number): EventStream {
  const stream = new PassThrough({ highWaterMark: BACKLOG_BYTES });
  stream.write(`retry: ${retryMs}\n\n`);
  return {
    readable: stream,
    send: ({ name, data = {}, position }) => {
      if (stream.destroyed || stream.writableEnded) return;
      const id = position ? `id: ${formatPosition(position)}\n` : '';
      const goesOn = stream.write(`${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!goesOn) stream.destroy();
    },
    end: () => stream.end(),
  };
}

export function formatPosition({ horizon, at }: Position): string {
  return `${horizon}.${Date.parse(at)}`;
}

/** Parses the id of a message of these streams; null for any other id. */
export function parsePosition(id: string): Position | null {
  const [, horizon, at] = /^(\d{1,20})\.(\d{1,15})$/.exec(id) ?? [];
  if (!horizon || !at) return null;
  return { horizon, at: new Date(Number(at)).toISOString() };
}
