import type { Location } from 'react-router';
import { pageAccount } from './session.ts';

/** The query in a page's address and its entry in the history, as the user left the page. */
type Left = { readonly search: string; readonly key: string };

/**
 * Stores how a page is shown, so that a link back restores it. A record whose list has the same
 * path is not stored: the link back from a record must lead to the list.
 */
export function noteLeft({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>) {
  if (/[?&]id=/.test(search)) return;
  const pages = read();
  // Deleting first moves the page to the end, as the one seen last.
  pages.delete(pathname);
  pages.set(pathname, { search, key });
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify([...pages]));
  } catch {
    // Without storage, a link back opens the page in its initial state.
  }
}

/**
 * Returns the most recently seen of these pages and how it was left; the first page if none was
 * seen.
 */
export function lastLeft<Path extends string>(first: Path, ...others: readonly Path[]) {
  const known = [...read()].toReversed();
  for (const [pathname, left] of known) {
    const path = [first, ...others].find((one) => one === pathname);
    if (path !== undefined) return { path, left };
  }
  return { path: first, left: null };
}

/** The key is per account; session storage is per tab. */
const storageKey = () => `left-pages.${pageAccount()}`;

function read(): Map<string, Left> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, Left] {
  if (!Array.isArray(entry)) return false;
  const [pathname, left]: unknown[] = entry;
  return (
    typeof pathname === 'string' &&
    typeof left === 'object' &&
    left !== null &&
    'search' in left &&
    typeof left.search === 'string' &&
    'key' in left &&
    typeof left.key === 'string'
  );
}
