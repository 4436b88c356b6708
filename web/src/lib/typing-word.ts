import type { Typing } from '@bursar/contracts/access/changes';

const listeners = new Set<(typing: Typing) => void>();

/** The live connection tells here who writes in which conversation. */
export function tellTypingWord(typing: Typing): void {
  for (const listener of listeners) listener(typing);
}

/** Calls back each time somebody else writes; answers how to stop listening. */
export function onTypingWord(listener: (typing: Typing) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
