import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useSession } from '../../lib/session.ts';

type NoteDraft = { readonly id: string; readonly text: string };

/**
 * A note being written, kept in this browser until it was sent: neither a lost connection nor a
 * closed window loses it. Its id is made once, so that sending it again is not writing it twice.
 */
export function useNoteDraft(loanId: string) {
  const key = `note-draft/${useSession()?.id ?? ''}/${loanId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  return {
    draft,
    write: (text: string) => {
      const next = { ...draft, text };
      setDraft(next);
      if (text === '') localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    },
    discard: () => {
      localStorage.removeItem(key);
      setDraft(emptyDraft());
    },
  };
}

function emptyDraft(): NoteDraft {
  return { id: uuidv7(), text: '' };
}

function readDraft(key: string): NoteDraft {
  const kept = localStorage.getItem(key);
  if (kept === null) return emptyDraft();
  try {
    const draft: unknown = JSON.parse(kept);
    return isDraft(draft) ? draft : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

function isDraft(value: unknown): value is NoteDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}
