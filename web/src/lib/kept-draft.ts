import { useState } from 'react';
import { readSession } from './session.ts';

/** What a form holds: plain values, so that it survives as text. */
export type Draft = Readonly<Record<string, string | number | boolean | null>>;

type KeptDraftOptions<D extends Draft> = {
  /** Which form, about what: `contact.<loan id>`. Another account on this machine has its own. */
  readonly name: string;
  readonly opened: boolean;
  /** A draft nobody has typed in, with an id of its own. */
  readonly empty: () => D;
};

/**
 * A draft that outlives a closed form, a lost connection and a closed page: what is typed stays in
 * this browser until it is sent or discarded, under the id that it will be sent with.
 */
export function useKeptDraft<D extends Draft>({ name, opened, empty }: KeptDraftOptions<D>) {
  const key = draftKey(name);
  const open = () => {
    const kept = readDraft(key, empty());
    return { key, opened, draft: kept ?? empty(), isKept: kept !== null, isTyped: kept !== null };
  };
  const [held, setHeld] = useState(open);
  if (held.opened !== opened || held.key !== key) {
    setHeld(opened ? open() : { ...held, opened, key });
  }
  return {
    draft: held.draft,
    /** True where it comes from an earlier time. */
    isKept: held.isKept,
    /** Somebody has typed in it, now or then. */
    isTyped: held.isTyped,
    change: (changes: Partial<D>) => {
      const draft = { ...held.draft, ...changes };
      writeDraft(key, draft);
      setHeld({ ...held, draft, isTyped: true });
      return draft;
    },
    discard: () => {
      forgetDraft(key);
      setHeld({ ...held, draft: empty(), isKept: false, isTyped: false });
    },
    /** It was sent: whatever form is open now, this draft is done with. */
    settle: () => forgetDraft(key),
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

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
