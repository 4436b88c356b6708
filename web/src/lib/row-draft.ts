import { useState } from 'react';

type RowDraftOptions<Row, Draft> = {
  /** The row as the server has it now, as far as is known. */
  readonly row: Row;
  /** What a form changes of it. */
  readonly draftOf: (row: Row) => Draft;
  /** While a change is on its way the row that comes back is its answer, not somebody else’s. */
  readonly isSending: boolean;
  /** What was typed on another day, over what was there then. */
  readonly kept?: { readonly seen: Draft; readonly typed: Draft } | null;
};

/**
 * What a form holds of a row while it is changed. A newer version of the row is taken over as it
 * comes in: what was typed stays, the rest becomes what it is now, and `contested` names the
 * fields that somebody else has changed as well.
 */
export function useRowDraft<Row extends { readonly version: number }, Draft extends object>({
  row,
  draftOf,
  isSending,
  kept = null,
}: RowDraftOptions<Row, Draft>) {
  const fresh = (seen: Row) => ({ seen, draft: draftOf(seen), contested: none<Draft>() });
  const [held, setHeld] = useState(() =>
    kept ? { seen: row, ...rebaseDraft(kept.seen, kept.typed, draftOf(row)) } : fresh(row),
  );
  if (!isSending && row.version !== held.seen.version) {
    const rebased = rebaseDraft(draftOf(held.seen), held.draft, draftOf(row));
    setHeld({ seen: row, ...rebased });
  }
  return {
    draft: held.draft,
    /** What is there as far as is known, in the form's own fields. */
    before: draftOf(held.seen),
    version: held.seen.version,
    contested: held.contested,
    isUnsaved: differs(held.draft, draftOf(held.seen)),
    change: (changes: Partial<Draft>) =>
      setHeld((now) => ({ ...now, draft: { ...now.draft, ...changes } })),
    discard: () => setHeld(fresh(held.seen)),
    /** The change was made, and this is the row after it. */
    settle: (changed: Row) => setHeld(fresh(changed)),
  };
}

/** What was typed over what was seen, brought onto the latest. */
export function rebaseDraft<Draft extends object>(seen: Draft, typed: Draft, latest: Draft) {
  const draft = { ...latest };
  const contested: (keyof Draft)[] = [];
  for (const field of keysOf(latest)) {
    if (typed[field] === seen[field]) continue;
    draft[field] = typed[field];
    const isTheirs = latest[field] !== seen[field] && latest[field] !== typed[field];
    if (isTheirs) contested.push(field);
  }
  return { draft, contested };
}

/** Is something typed over what was there? */
export function differs<Draft extends object>(draft: Draft, before: Draft): boolean {
  return keysOf(draft).some((field) => draft[field] !== before[field]);
}

function none<Draft>(): (keyof Draft)[] {
  return [];
}

function keysOf<Draft extends object>(draft: Draft): (keyof Draft)[] {
  // A draft is made by its own `draftOf` and has no keys but its own.
  return Object.keys(draft) as (keyof Draft)[];
}
