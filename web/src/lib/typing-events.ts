import type { Typing } from '@bursar/contracts/access/live-updates';

const listeners = new Set<(typing: Typing) => void>();

/** Called by the live connection when a user types in a conversation. */
export function emitTyping(typing: Typing): void {
  for (const listener of listeners) listener(typing);
}

/** Calls back each time another user types. Returns a function that unsubscribes. */
export function onTypingNotice(listener: (typing: Typing) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
