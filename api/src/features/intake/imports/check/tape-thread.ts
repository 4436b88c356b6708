import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import { storable, type NewFinding } from '../../../../platform/table-files/findings.ts';
import { readTape, type TapeTerms } from './read-tape.ts';
import { writeStagedRow } from './staged-rows.store.ts';
import type { ImportKey } from '../imports.store.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';

/** A request to the thread: read a tape from its open file, or continue with its next rows. */
export type ThreadCall =
  | {
      readonly kind: 'read';
      readonly file: TapeBytes;
      readonly terms: TapeTerms;
      readonly key: ImportKey;
    }
  | { readonly kind: 'go-on' };

/**
 * The thread's answers, in this order: any number of pieces of rows, then the findings, then the
 * end of the tape. A failure ends them early.
 */
export type ThreadAnswer =
  | ({ readonly kind: 'rows' } & WrittenRows)
  | { readonly kind: 'findings'; readonly findings: readonly NewFinding[] }
  | { readonly kind: 'read'; readonly tape: TapeRead }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The result of a tape after all its rows were read. */
export type TapeRead = {
  readonly summary: ImportSummary;
  readonly counts: Readonly<Record<NewFinding['severity'], number>>;
  readonly idColumn: string | null;
  readonly header: readonly string[] | null;
  readonly understood: TapeReading;
  /** False if reading stopped early, the tape has no loans, or its frequency is open. */
  readonly isWhole: boolean;
};

/**
 * A piece of the rows for the database. If rows take several pieces, the first one states the
 * number of all these rows, and the others state 0.
 */
export type WrittenRows = { readonly rows: number; readonly text: Uint8Array };

/**
 * Maximum piece size: large enough for little overhead, small enough to be received within a few
 * milliseconds.
 */
const BYTES_AT_ONCE = 128 * 1024;
const FINDINGS_AT_ONCE = 500;

// Entry point of the threads that `read-tape-aside.ts` starts; each reads tapes one after another.
const port = parentPort;
if (!port) throw new Error('tape-thread.ts is started as a thread');
// Requests take priority over reading when cores are few. Only Linux has priorities per thread;
// elsewhere this would slow the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
let goOn = (): void => undefined;
port.on('message', (call: ThreadCall) => {
  if (call.kind === 'go-on') goOn();
  else void read(call).then(answer, (error: unknown) => answer({ kind: 'failed', error }));
});

function answer(message: ThreadAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, handedOver);
}

type ReadCall = Extract<ThreadCall, { kind: 'read' }>;

async function read({ file, terms, key }: ReadCall): Promise<ThreadAnswer> {
  const reading = readTape(file, terms);
  let isTaken = Promise.resolve();
  /**
   * Sends an answer once the previous one was taken, so that at most one answer waits in memory.
   */
  const handOver = async (message: ThreadAnswer, handedOver: readonly ArrayBuffer[] = []) => {
    await isTaken;
    isTaken = new Promise((resolve) => {
      goOn = resolve;
    });
    answer(message, handedOver);
  };
  try {
    for await (const written of inPieces(reading.rows, key)) {
      await handOver({ kind: 'rows', ...written }, [written.text.buffer]);
    }
    const { listed } = reading.findings;
    for (let from = 0; from < listed.length; from += FINDINGS_AT_ONCE) {
      await handOver({ kind: 'findings', findings: listed.slice(from, from + FINDINGS_AT_ONCE) });
    }
  } finally {
    // Send a failure only after the next request, because each answer follows a request.
    await isTaken;
  }
  const { summary, findings } = reading;
  const tape = {
    summary,
    counts: findings.counts,
    idColumn: reading.idColumn(),
    header: reading.header()?.map(storable) ?? null,
    understood: reading.understood,
    isWhole: reading.isWhole(),
  };
  return { kind: 'read', tape };
}

/**
 * Yields pieces of limited size, because a single row may have many megabytes and receiving a piece
 * must not hold up other requests.
 */
async function* inPieces(tapeRows: ReturnType<typeof readTape>['rows'], key: ImportKey) {
  let text = '';
  let rows = 0;
  const pieces = function* () {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
      // A copy is needed, because its memory is transferred to the receiver.
      yield { rows, text: new Uint8Array(bytes.subarray(from, from + BYTES_AT_ONCE)) };
      rows = 0;
    }
    text = '';
  };
  for await (const { row, externalId, loan, cells } of tapeRows) {
    const written = loan && JSON.stringify(loan);
    const staged = { row, externalId, loan: written, cells: JSON.stringify(cells.map(storable)) };
    text += writeStagedRow(key, staged);
    rows += 1;
    if (text.length >= BYTES_AT_ONCE) yield* pieces();
  }
  yield* pieces();
}
