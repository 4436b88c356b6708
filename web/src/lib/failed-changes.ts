import type { MutationCache, MutationCacheNotifyEvent } from '@tanstack/react-query';
import { reportToUser } from './user-reports.ts';

/**
 * Reports changes that failed after their dialog was closed or their page left: the callbacks of
 * such a call do not run, and nothing shows its error.
 */
export function reportFailedChanges(cache: MutationCache): () => void {
  const unwatched = new WeakSet();
  return cache.subscribe((event) => {
    const { mutation } = event;
    if (!mutation) return;
    if (hasLostComponent(event)) unwatched.add(mutation);
    else if (event.type === 'observerAdded') unwatched.delete(mutation);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (!unwatched.has(mutation) || mutation.meta?.['isQuiet'] === true) return;
    const cause: unknown = event.action.error;
    // The caller receives the failure only after this event and may report it, so this report comes
    // later.
    setTimeout(() => reportToUser({ kind: 'change-failed', cause }), 0);
  });
}

/**
 * Returns whether no component will receive the result: the component that sent the change has
 * gone, or the change was sent after that, for example by an undo.
 */
function hasLostComponent(event: MutationCacheNotifyEvent): boolean {
  if (event.type === 'observerAdded') return !event.observer.hasListeners();
  return event.type === 'observerRemoved' && event.mutation.state.status === 'pending';
}
