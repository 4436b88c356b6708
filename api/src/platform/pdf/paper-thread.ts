import { parentPort } from 'node:worker_threads';
import type { PaperAnswer, PaperCall } from './paper.ts';
import { setPaper } from './set-paper.ts';

/** Renders the documents that it receives, one after the other. */
parentPort?.on('message', ({ id, paper }: PaperCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const answer = (told: PaperAnswer) => parentPort?.postMessage(told);
  setPaper(paper).then(
    (file) => answer({ id, file }),
    (cause: unknown) =>
      answer({ id, failure: cause instanceof Error ? cause.message : String(cause) }),
  );
});
