import { parentPort, type Worker } from 'node:worker_threads';

type Asked<Task> = { readonly id: number; readonly task: Task };
type Answered<Result> = { readonly id: number } & (
  | { readonly result: Result }
  | { readonly failure: string }
);

export type AskedThread<Task, Result> = {
  /** Rejects if the task fails or the thread ends. */
  readonly ask: (task: Task) => Promise<Result>;
  /** The number of tasks that the thread has not answered yet. */
  readonly waiting: () => number;
};

/**
 * Creates a thread that does one task after the other. The thread starts on first use and again
 * after it has ended, and it never prevents the end of the process while it is idle. If it does not
 * answer a task within `endAfterMs`, it is ended and all its tasks fail.
 */
export function askedThread<Task, Result>(
  start: () => Worker,
  { endAfterMs }: { readonly endAfterMs?: number } = {},
): AskedThread<Task, Result> {
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let thread: Worker | null = null;
  let lastId = 0;
  const open = (): Worker => {
    const worker = start();
    worker.unref();
    const end = (reason: Error) => {
      // The exit event follows the error event, when a new thread may already have tasks.
      if (thread !== worker) return;
      thread = null;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    };
    // Only `answerTasks` sends these messages.
    worker.on('message', (answer: Answered<Result>) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) worker.unref();
      if ('failure' in answer) asked?.reject(new Error(answer.failure));
      else asked?.resolve(answer.result);
    });
    worker.once('error', end);
    worker.once('exit', () => end(new Error('The thread ended before it answered.')));
    return worker;
  };
  return {
    ask(task) {
      const worker = (thread ??= open());
      lastId += 1;
      const asked: Asked<Task> = { id: lastId, task };
      const answer = Promise.withResolvers<Result>();
      waiting.set(asked.id, answer);
      worker.ref();
      if (endAfterMs !== undefined) {
        const timer = setTimeout(() => void worker.terminate(), endAfterMs).unref();
        const clear = () => clearTimeout(timer);
        answer.promise.then(clear, clear);
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(asked);
      return answer.promise;
    },
    waiting: () => waiting.size,
  };
}

/** Answers the tasks of `askedThread`, on the thread itself. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- types the message in the body
export function answerTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  let previous: Promise<void> = Promise.resolve();
  // Only `askedThread` sends these messages.
  parentPort?.on('message', ({ id, task }: Asked<Task>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const answer = (answered: Answered<unknown>) => parentPort?.postMessage(answered);
    previous = previous
      .then(() => work(task))
      .then(
        (result) => answer({ id, result }),
        (cause: unknown) =>
          answer({ id, failure: cause instanceof Error ? cause.message : String(cause) }),
      );
  });
}
