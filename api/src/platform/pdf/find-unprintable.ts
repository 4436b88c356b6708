import { askedThread } from '../ask-thread.ts';
import { openThread } from '../open-thread.ts';

/**
 * Finds the characters of each text that print as boxes, because the fonts do not have them. The
 * fonts are read on a thread; it is not the thread that writes PDFs, because a batch of letters
 * occupies that one for a long time.
 */
export function findUnprintable(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
  return thread.ask(texts);
}

const thread = askedThread<readonly string[], readonly (readonly string[])[]>(() =>
  openThread(import.meta.url, './glyph-thread', { maxOldGenerationSizeMb: 128 }),
);
