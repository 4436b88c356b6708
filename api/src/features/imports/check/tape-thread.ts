import { parentPort } from 'node:worker_threads';
import type { ImportSummary, TapeReading } from '@bursar/contracts/imports';
import { storable, type NewFinding } from '../findings.ts';
import { readTape, type TapeTerms } from './read-tape.ts';
import type { StagedRow } from './staged-rows.store.ts';
import type { TapeBytes } from '../read/tape-file.ts';

/** What a thread is asked: to read a tape by its open file, or for the next rows of it. */
export type ThreadCall =
  | { readonly kind: 'read'; readonly file: TapeBytes; readonly terms: TapeTerms }
  | { readonly kind: 'go-on' };

/** What a thread answers, in this order: rows, rows, …, then how the tape ended. */
export type ThreadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly StagedRow[] }
  | { readonly kind: 'read'; readonly tape: TapeRead }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A tape once all its rows are read. */
export type TapeRead = {
  readonly summary: ImportSummary;
  readonly findings: readonly NewFinding[];
  readonly counts: Readonly<Record<NewFinding['severity'], number>>;
  /** What the tape calls its loans' ids. */
  readonly idColumn: string | null;
  readonly header: readonly string[] | null;
  readonly understood: TapeReading;
  /** False where something could not be read on: its rows are not the whole tape. */
  readonly isWhole: boolean;
};

/** Large enough to cost little, small enough to be taken over within a few milliseconds. */
const ROWS_AT_ONCE = 200;

// The entry of the threads that `read-tape-aside.ts` starts: tapes are read here, one after another.
const port = parentPort;
if (!port) throw new Error('tape-thread.ts is started as a thread');
let goOn = (): void => undefined;
port.on('message', (call: ThreadCall) => {
  if (call.kind === 'go-on') goOn();
  else void read(call).then(answer, (error: unknown) => answer({ kind: 'failed', error }));
});

function answer(message: ThreadAnswer): void {
  port?.postMessage(message);
}

async function read({ file, terms }: Extract<ThreadCall, { kind: 'read' }>): Promise<ThreadAnswer> {
  const reading = readTape(file, terms);
  let rows: StagedRow[] = [];
  let isTaken = Promise.resolve();
  const handOver = async () => {
    // One batch is on its way while the next is made; more would only wait in memory.
    await isTaken;
    isTaken = new Promise((resolve) => {
      goOn = resolve;
    });
    answer({ kind: 'rows', rows });
    rows = [];
  };
  try {
    for await (const { row, externalId, loan, cells } of reading.rows) {
      const written = loan && JSON.stringify(loan);
      rows.push({ row, externalId, loan: written, cells: JSON.stringify(cells.map(storable)) });
      if (rows.length >= ROWS_AT_ONCE) await handOver();
    }
    await handOver();
  } finally {
    // Each answer follows a call, a failure too.
    await isTaken;
  }
  const { summary, findings } = reading;
  const tape = {
    summary,
    findings: findings.kept,
    counts: findings.counts,
    idColumn: reading.idColumn(),
    header: reading.header()?.map(storable) ?? null,
    understood: reading.understood,
    isWhole: reading.isWhole(),
  };
  return { kind: 'read', tape };
}
