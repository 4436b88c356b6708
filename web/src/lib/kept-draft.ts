import { useState } from 'react';
import { readSession } from './session.ts';

/** What is typed, kept in this browser where a form asks for it. */
export function useKeeping<Values extends object>({
  keepAs,
  empty,
}: {
  readonly keepAs?: string;
  readonly empty: () => Values;
}) {
  const key = keepAs === undefined ? null : draftKey(keepAs);
  const read = () => {
    const fresh = empty();
    const kept = key === null ? null : readDraft(key, fresh);
    return { values: kept ?? fresh, isKept: kept !== null, isTyped: kept !== null };
  };
  const [start] = useState(read);
  const [{ isKept, isTyped }, setState] = useState<{ isKept: boolean; isTyped: boolean }>(start);
  return {
    start,
    isKept,
    isTyped,
    isKeeping: key !== null,
    open: (): Values => {
      const opened = read();
      setState(opened);
      return opened.values;
    },
    keep: (values: Values) => {
      if (key === null) return;
      writeDraft(key, values);
      setState((now) => ({ ...now, isTyped: true }));
    },
    /** It was sent: whatever form is open now, this draft is done with. */
    settle: () => {
      if (key !== null) forgetDraft(key);
    },
    discard: () => {
      if (key !== null) forgetDraft(key);
      setState({ isKept: false, isTyped: false });
    },
  };
}

/** Another account on this machine has its own. */
export function draftKey(name: string): string {
  return `bursar.draft.${readSession()?.id ?? ''}.${name}`;
}

/** What stays of such a form that is closed: one that waits for a connection goes out by itself. */
export function keptOnClose(isWaiting: boolean, isTyped: boolean): 'nothing' | 'draft' | 'message' {
  if (isWaiting) return 'message';
  return isTyped ? 'draft' : 'nothing';
}

/** The kept draft, where there is one and it has the fields that such a draft has today. */
export function readDraft<Fields extends object>(key: string, empty: Fields): Fields | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // It was written from such a draft, and each of its fields is there.
    return isLike(empty, kept) ? (kept as Fields) : null;
  } catch {
    return null;
  }
}

/** Has it the parts that the other one has? A field without parts holds text, a figure, yes or no. */
function isLike(empty: unknown, kept: unknown): boolean {
  if (typeof empty !== 'object' || empty === null) {
    return kept === null || ['string', 'number', 'boolean'].includes(typeof kept);
  }
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept) !== Array.isArray(empty)) {
    return false;
  }
  const parts = new Map<string, unknown>(Object.entries(kept));
  return (
    Array.isArray(empty) ||
    Object.entries(empty).every(([name, part]) => parts.has(name) && isLike(part, parts.get(name)))
  );
}

export function writeDraft(key: string, draft: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still sends what is typed.
  }
}

/** It was sent: whatever form is open now, this draft is done with. */
export function settleDraft(name: string): void {
  forgetDraft(draftKey(name));
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
