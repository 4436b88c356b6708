/** A result that its form or dialog cannot show, for example because it was closed. */
export type UserReport =
  | { readonly kind: 'form-failed'; readonly cause: Error }
  /** The form had a problem, which was found after it was closed. */
  | { readonly kind: 'form-not-sent'; readonly reason: string }
  /** An earlier attempt had reached the server, so that this one changed nothing. */
  | { readonly kind: 'sent-before' }
  /** A downloaded file shows these characters as empty boxes. */
  | { readonly kind: 'unprintable'; readonly characters: string };

type Listener = (report: UserReport) => void;

let listener: Listener | null = null;
let unread: readonly UserReport[] = [];

/**
 * Passes a result to the part of the frame that shows it, or stores it until that part has loaded.
 */
export function reportToUser(report: UserReport): void {
  if (listener) listener(report);
  else unread = [...unread, report];
}

/**
 * Registers the part of the frame that shows results, and passes it those reported before it
 * loaded.
 */
export function onUserReport(show: Listener): () => void {
  listener = show;
  for (const report of unread) show(report);
  unread = [];
  return () => {
    if (listener === show) listener = null;
  };
}
