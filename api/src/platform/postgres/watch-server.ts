import { setTimeout as wait } from 'node:timers/promises';
import { openSideConnection, socketsOf, type Database } from '../database.ts';
import type { OpenSockets } from './open-sockets.ts';

type Log = {
  error(object: object, text: string): void;
  info(object: object, text: string): void;
};

const BEAT_MS = 500;
const ANSWER_WITHIN_MS = 1_500;

/**
 * Notices a database server that stopped answering without closing its connections, as after a
 * power failure or a cut network. TCP reports that only after many minutes. The waiting calls are
 * then refused within four seconds, and new ones at once, until a primary answers. It does nothing
 * for the embedded database, whose process is watched.
 */
export function watchServer(database: Database, log: Log): { readonly stop: () => Promise<void> } {
  const sockets = socketsOf(database);
  if (!sockets) return { stop: async () => undefined };
  const ended = new AbortController();
  const watching = watch({ database, sockets, log }, ended.signal);
  return {
    stop: async () => {
      ended.abort();
      await watching;
    },
  };
}

type Watched = { readonly database: Database; readonly sockets: OpenSockets; readonly log: Log };

async function watch({ database, sockets, log }: Watched, ended: AbortSignal): Promise<void> {
  let isLost: boolean = false;
  let pulse = openSideConnection(database);
  while (!ended.aborted) {
    let isThere: boolean = isLost ? await sockets.settle() : await answers(pulse);
    if (!isThere && !isLost) {
      void pulse.end({ timeout: 0 });
      // The watching connection may be broken, or this process slow, so ask the servers again.
      isThere = await sockets.settle();
      pulse = openSideConnection(database);
    }
    if (ended.aborted) break;
    if (isThere === isLost) {
      isLost = !isThere;
      sockets.refuse(isLost);
      if (isLost) {
        log.error({}, 'the database server does not answer; calls are refused until one does');
      } else {
        log.info({}, 'a database server answers again');
      }
    }
    await wait(BEAT_MS, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
  await pulse.end({ timeout: 0 });
}

async function answers(pulse: ReturnType<typeof openSideConnection>): Promise<boolean> {
  const asked = pulse`select pg_is_in_recovery() as recovering`.then(
    ([row]) => row?.['recovering'] === false,
    () => false,
  );
  return Promise.race([asked, wait(ANSWER_WITHIN_MS, false, { ref: false })]);
}
