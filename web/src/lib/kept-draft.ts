import { useState } from 'react';
import { readSession } from './session.ts';

/** Saves what is typed in this browser, if the form gives a name for its draft. */
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
    /** Called after the form was sent, even if another form is open by now. */
    settle: () => {
      if (key !== null) forgetDraft(key);
    },
    discard: () => {
      if (key !== null) forgetDraft(key);
      setState({ isKept: false, isTyped: false });
    },
  };
}

/** The key includes the account, so that accounts on one machine do not share drafts. */
export function draftKey(name: string): string {
  return `bursar.draft.${readSession()?.id ?? ''}.${name}`;
}

/** What remains of a closed form: a message that waits for a connection is still sent. */
export function keptOnClose(isWaiting: boolean, isTyped: boolean): 'nothing' | 'draft' | 'message' {
  if (isWaiting) return 'message';
  return isTyped ? 'draft' : 'nothing';
}

/**
 * Returns the saved draft, or null if there is none or its fields are not those of today's form.
 */
export function readDraft<Fields extends object>(key: string, empty: Fields): Fields | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // It was saved from such a form and has each of its fields.
    return isLike(empty, kept) ? (kept as Fields) : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether `kept` has the parts of `empty`. A field without parts is text, number or
 * boolean.
 */
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
    // If the browser refuses storage, the form can still be sent.
  }
}

/** Called after the form was sent, even if another form is open by now. */
export function settleDraft(name: string): void {
  forgetDraft(draftKey(name));
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser refuses storage, so there is no draft to remove.
  }
}
