import { useState } from 'react';
import { pageAccount } from './session.ts';

/** Restores and saves the typed values in this browser, if the form gives a name for its draft. */
export function useSavedDraft<Values extends object>({
  draftName,
  empty,
}: {
  readonly draftName?: string;
  readonly empty: () => Values;
}) {
  const key = draftName === undefined ? null : draftKey(draftName);
  const read = () => {
    const fresh = empty();
    const saved = key === null ? null : readDraft(key, fresh);
    return { values: saved ?? fresh, hasDraft: saved !== null, isTyped: saved !== null };
  };
  const [start] = useState(read);
  const [{ hasDraft, isTyped }, setState] = useState<{ hasDraft: boolean; isTyped: boolean }>(
    start,
  );
  return {
    start,
    hasDraft,
    isTyped,
    savesDraft: key !== null,
    open: (): Values => {
      const opened = read();
      setState(opened);
      return opened.values;
    },
    save: (values: Values) => {
      if (key === null) return;
      writeDraft(key, values);
      setState((now) => ({ ...now, isTyped: true }));
    },
    /** Called after the form was sent, even if another form is open by now. */
    removeDraft: () => {
      if (key !== null) forgetDraft(key);
    },
    discard: () => {
      if (key !== null) forgetDraft(key);
      setState({ hasDraft: false, isTyped: false });
    },
  };
}

/**
 * Returns the storage key of a draft. It includes the account, so that accounts on one machine do
 * not share drafts.
 */
export function draftKey(name: string): string {
  return `bursar.draft.${pageAccount()}.${name}`;
}

/**
 * Returns the state of a form that closes unsent: `message` if it is sent once there is a
 * connection, `draft` if its typed values are saved, otherwise `nothing`.
 */
export function draftOnClose(
  isWaiting: boolean,
  isTyped: boolean,
): 'nothing' | 'draft' | 'message' {
  if (isWaiting) return 'message';
  return isTyped ? 'draft' : 'nothing';
}

/**
 * Returns the saved draft, or null if there is none or its fields differ from those of the form.
 */
export function readDraft<Fields extends object>(key: string, empty: Fields): Fields | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // The draft was saved from this form and has each of its fields.
    return isLike(empty, saved) ? (saved as Fields) : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether `saved` has the parts of `empty`. A field without parts is text, a number, a
 * boolean or null; the entries of lists are not compared.
 */
function isLike(empty: unknown, saved: unknown): boolean {
  if (typeof empty !== 'object' || empty === null) {
    return saved === null || ['string', 'number', 'boolean'].includes(typeof saved);
  }
  if (
    typeof saved !== 'object' ||
    saved === null ||
    Array.isArray(saved) !== Array.isArray(empty)
  ) {
    return false;
  }
  const parts = new Map<string, unknown>(Object.entries(saved));
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

/** Removes a draft after its form was sent, even if another form is open by now. */
export function removeSavedDraft(name: string): void {
  forgetDraft(draftKey(name));
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser refuses storage, so there is no draft to remove.
  }
}
