import type { Location } from 'react-router';
import { readSession } from './session.ts';

/** How a page was left: with which question in its address, and on which visit. */
type Left = { readonly search: string; readonly key: string };

/** Notes a page that is shown, for the way back to it as it was. */
export function noteLeft({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>) {
  const pages = read();
  // The one seen last stands last.
  pages.delete(pathname);
  pages.set(pathname, { search, key });
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify([...pages]));
  } catch {
    // Then a way back leads to the page as it begins.
  }
}

/** Of pages that something is reached from, the one seen last and how it was left; else the first. */
export function lastLeft<Path extends string>(first: Path, ...others: readonly Path[]) {
  const known = [...read()].toReversed();
  for (const [pathname, left] of known) {
    const path = [first, ...others].find((one) => one === pathname);
    if (path !== undefined) return { path, left };
  }
  return { path: first, left: null };
}

/** Of this person in this tab. */
const storageKey = () => `left-pages.${readSession()?.id ?? ''}`;

function read(): Map<string, Left> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
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
