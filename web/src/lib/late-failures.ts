import { ApiFailure } from './api-client.ts';

type Listener = (cause: Error) => void;

let listener: Listener | null = null;
let unread: readonly Error[] = [];

/** Reports the failure of a form that was closed before its answer arrived. */
export function reportLateFailure(cause: Error): void {
  // The end of the session has a page of its own.
  if (cause instanceof ApiFailure && cause.status === 401) return;
  if (listener) listener(cause);
  else unread = [...unread, cause];
}

/** The part that shows these failures may load after the first of them. */
export function onLateFailure(show: Listener): () => void {
  listener = show;
  for (const cause of unread) show(cause);
  unread = [];
  return () => {
    listener = null;
  };
}
