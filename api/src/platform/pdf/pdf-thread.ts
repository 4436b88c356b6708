import { parentPort } from 'node:worker_threads';
import type { RenderResponse, RenderRequest } from './write-pdf.ts';
import { renderPdf } from './render-pdf.ts';

/** Renders the documents that it receives, one after the other. */
parentPort?.on('message', ({ id, contents }: RenderRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const answer = (response: RenderResponse) => parentPort?.postMessage(response);
  renderPdf(contents).then(
    (file) => answer({ id, file }),
    (cause: unknown) =>
      answer({ id, failure: cause instanceof Error ? cause.message : String(cause) }),
  );
});
