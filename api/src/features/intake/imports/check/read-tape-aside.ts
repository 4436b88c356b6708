import type { Worker } from 'node:worker_threads';
import { openThread } from '../../../../platform/open-thread.ts';
import type { TapeTerms } from './read-tape.ts';
import type { NewFinding } from '../../../../platform/table-files/findings.ts';
import type { ImportKey } from '../imports.store.ts';
import type { TapeFile } from '../../../../platform/table-files/tape-file.ts';
import type { TapeRead, ThreadAnswer, ThreadCall, WrittenRows } from './tape-thread.ts';

type Aside = {
  readonly key: ImportKey;
  readonly terms: TapeTerms;
  /** Aborts the reading at once; the abort reason is thrown. */
  readonly signal: AbortSignal;
};

type Found = { readonly findings: readonly NewFinding[] };

/**
 * Reads a tape on its own thread, so that no request waits while a file is parsed. The thread also
 * encodes the rows for the database. Call `read` after all rows were consumed.
 */
export function readTapeAside(file: TapeFile, { key, terms, signal }: Aside) {
  let tape: (TapeRead & Found) | undefined;
  async function* rows(): AsyncGenerator<WrittenRows> {
    const thread = takeThread();
    let isDone = false;
    try {
      const { fd, bytes } = file;
      let call: ThreadCall = { kind: 'read', file: { fd, bytes }, terms, key };
      const findings: NewFinding[] = [];
      while (tape === undefined) {
        const answer = await ask(thread, call, signal);
        if (answer.kind === 'failed') throw answer.error;
        if (answer.kind === 'read') tape = { ...answer.tape, findings };
        else if (answer.kind === 'findings') findings.push(...answer.findings);
        else yield answer;
        call = { kind: 'go-on' };
      }
      isDone = true;
    } finally {
      // An interrupted thread still holds the file, so terminate it before the file is closed.
      if (isDone && file.bytes <= REUSED_BYTES_MAX) giveBack(thread);
      else await thread.worker.terminate();
    }
  }
  return {
    rows: rows(),
    read(): TapeRead & Found {
      if (tape === undefined) throw new Error('a tape was not read to its end');
      return tape;
    },
  };
}

/**
 * Returns the thread's next answer; throws the error that ended the thread, or the abort reason.
 */
async function ask(thread: TapeThread, call: ThreadCall, signal: AbortSignal) {
  signal.throwIfAborted();
  if (thread.endedBy) throw thread.endedBy;
  const stop = () => thread.asked?.reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<ThreadAnswer>((resolve, reject) => {
      thread.asked = { resolve, reject };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.worker.postMessage(call);
    });
  } finally {
    thread.asked = null;
    signal.removeEventListener('abort', stop);
  }
}

type TapeThread = {
  readonly worker: Worker;
  endedBy: Error | null;
  /**
   * The pending request. Racing with a promise of the thread's end instead would retain all answers
   * as long as the thread lives.
   */
  asked: {
    readonly resolve: (answer: ThreadAnswer) => void;
    readonly reject: (reason: unknown) => void;
  } | null;
};

/**
 * Maximum file size after which a thread is reused. A larger file would leave the idle thread with
 * too much memory.
 */
const REUSED_BYTES_MAX = 1024 * 1024;

/** One idle thread is reused, because starting one takes longer than reading a small tape. */
let waiting: TapeThread | null = null;

function takeThread(): TapeThread {
  const thread = waiting ?? startThread();
  waiting = null;
  thread.worker.ref();
  return thread;
}

function giveBack(thread: TapeThread): void {
  if (waiting) {
    void thread.worker.terminate();
    return;
  }
  waiting = thread;
  // The idle thread must not prevent the process from ending.
  thread.worker.unref();
}

function startThread(): TapeThread {
  const thread: TapeThread = { worker: openWorker(), endedBy: null, asked: null };
  const end = (error: Error) => {
    thread.endedBy ??= error;
    thread.asked?.reject(thread.endedBy);
    if (waiting === thread) waiting = null;
  };
  // Only `tape-thread.ts` sends these messages.
  thread.worker.on('message', (answer: ThreadAnswer) => thread.asked?.resolve(answer));
  thread.worker.once('error', end);
  thread.worker.once('exit', () => end(new Error('the thread that reads tapes ended')));
  return thread;
}

/** Limits the memory of the thread, whatever the file contains. */
const HEAP_MEGABYTES = 512;
/** Rows become garbage as soon as they are written, so a larger young generation would only waste memory. */
const YOUNG_HEAP_MEGABYTES = 12;

function openWorker(): Worker {
  return openThread(import.meta.url, './tape-thread', {
    maxOldGenerationSizeMb: HEAP_MEGABYTES,
    maxYoungGenerationSizeMb: YOUNG_HEAP_MEGABYTES,
  });
}
