type Listener = (cause: Error) => void;

let listener: Listener | null = null;
let unread: readonly Error[] = [];

/** Reports the failure of a form that was closed before its answer arrived. */
export function reportLateFailure(cause: Error): void {
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
