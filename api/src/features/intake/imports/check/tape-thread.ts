import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import { storable, type NewFinding } from '../../../../platform/table-files/findings.ts';
import { readTape, type TapeTerms } from './read-tape.ts';
import { writeStagedRow } from './staged-rows.store.ts';
import type { ImportKey } from '../imports.store.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';

/** What a thread is asked: to read a tape by its open file, or for the next rows of it. */
export type ThreadCall =
  | {
      readonly kind: 'read';
      readonly file: TapeBytes;
      readonly terms: TapeTerms;
      readonly key: ImportKey;
    }
  | { readonly kind: 'go-on' };

/** What a thread answers, in this order: rows, rows, …, then what is wrong, then how the tape ended. */
export type ThreadAnswer =
  | ({ readonly kind: 'rows' } & WrittenRows)
  | { readonly kind: 'findings'; readonly findings: readonly NewFinding[] }
  | { readonly kind: 'read'; readonly tape: TapeRead }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A tape once all its rows are read. */
export type TapeRead = {
  readonly summary: ImportSummary;
  readonly counts: Readonly<Record<NewFinding['severity'], number>>;
  /** What the tape calls its loans' ids. */
  readonly idColumn: string | null;
  readonly header: readonly string[] | null;
  readonly understood: TapeReading;
  /** False where something could not be read on: its rows are not the whole tape. */
  readonly isWhole: boolean;
};

/** A piece of the rows as the database takes them, and how many begin in it. */
export type WrittenRows = { readonly rows: number; readonly text: Uint8Array };

/** Large enough to cost little, small enough to be taken over within a few milliseconds. */
const BYTES_AT_ONCE = 128 * 1024;
const FINDINGS_AT_ONCE = 500;

// The entry of the threads that `read-tape-aside.ts` starts: tapes are read here, one after another.
const port = parentPort;
if (!port) throw new Error('tape-thread.ts is started as a thread');
// Where cores are few, whoever waits for an answer goes first. Only Linux has priorities for threads:
// elsewhere this would be the whole server's.
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
  /** One answer is on its way while the next is made; more would only wait in memory. */
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
    const { kept } = reading.findings;
    for (let from = 0; from < kept.length; from += FINDINGS_AT_ONCE) {
      await handOver({ kind: 'findings', findings: kept.slice(from, from + FINDINGS_AT_ONCE) });
    }
  } finally {
    // Each answer follows a call, a failure too.
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

/** Never more at once than others can wait for: one row alone may be many megabytes. */
async function* inPieces(tapeRows: ReturnType<typeof readTape>['rows'], key: ImportKey) {
  let text = '';
  let rows = 0;
  const pieces = function* () {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
      // A copy of its own: its memory goes over to whoever takes it.
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
