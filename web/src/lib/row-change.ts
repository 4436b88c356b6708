import { useEffect, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { useFormAttempt } from './form-attempt.ts';
import type { FormProblems } from './form-attempt.ts';
import { draftKey, forgetDraft, readDraft, writeDraft } from './kept-draft.ts';
import type { Draft as Values } from './kept-draft.ts';
import { differs, useRowDraft } from './row-draft.ts';
import { readSession } from './session.ts';

type Versioned = { readonly version: number };

type RowChangeOptions<Row extends Versioned, Draft extends Values> = {
  /** Which form, about what: `account.<id>`. */
  readonly name: string;
  /** The row as the server has it now, as far as is known. */
  readonly row: Row;
  /** What the form changes of it. */
  readonly draftOf: (row: Row) => Draft;
  readonly problemsOf: (draft: Draft) => FormProblems;
  /** The mutation that saves it. */
  readonly saving: {
    readonly isPending: boolean;
    readonly mutate: (
      change: Draft & Versioned,
      on: { onSuccess: (changed: Row) => void; onError: (cause: Error) => void },
    ) => void;
  };
  /** The query of the row, to be asked when somebody else has changed it. */
  readonly latest: {
    readonly isFetching: boolean;
    readonly refetch: () => Promise<{ readonly error: Error | null }>;
  };
  readonly onSaved: (changed: Row, before: Row) => void;
};

/** A row being changed in a form: what is typed, what somebody else changed meanwhile, and saving it. */
export function useRowChange<Row extends Versioned, Draft extends Values>(
  options: RowChangeOptions<Row, Draft>,
) {
  const { name, row, draftOf, problemsOf, saving, latest, onSaved } = options;
  const keeping = useKeptChange(name, draftOf(row));
  const editing = useRowDraft({ row, draftOf, isSending: saving.isPending, kept: keeping.kept });
  const { draft, contested, version } = editing;
  const form = useFormAttempt(problemsOf(draft));
  return {
    draft,
    /** It holds what was typed before the session ended. */
    isKept: keeping.isKept,
    discard: () => {
      keeping.forget();
      editing.discard();
      form.reset();
    },
    change: (changes: Partial<Draft>) => {
      keeping.keep({ seen: editing.before, typed: { ...draft, ...changes } });
      editing.change(changes);
      form.edited();
    },
    isUnsaved: editing.isUnsaved,
    form,
    /** The fields that somebody else has changed as well since they were typed over. */
    contested,
    isSaving: saving.isPending,
    save: () => {
      if (!form.begin()) return;
      saving.mutate(
        { ...draft, version },
        {
          onSuccess: (changed) => {
            keeping.forget();
            editing.settle(changed);
            form.reset();
            onSaved(changed, row);
          },
          onError: form.refuse,
        },
      );
    },
    /** Saving was refused since it would overwrite what was never seen. */
    isStale: form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since',
    isLoading: latest.isFetching,
    loadLatest: () => {
      void latest.refetch().then(({ error }) => (error ? form.refuse(error) : form.reset()));
    },
  };
}

type Kept<Draft> = { readonly seen: Draft; readonly typed: Draft };

/**
 * What is typed over a row outlives a session that ends under it, in this browser. Whoever leaves
 * the page is asked first, and then has given it up.
 */
function useKeptChange<Draft extends Values>(name: string, fields: Draft) {
  const [key] = useState(() => draftKey(`change.${name}`));
  const [kept] = useState(() => readKept(key, fields));
  const [isKept, setKept] = useState(kept !== null);
  const forget = () => {
    forgetDraft(`${key}.seen`);
    forgetDraft(`${key}.typed`);
  };
  useEffect(
    () => () => {
      if (!readSession()) return;
      forgetDraft(`${key}.seen`);
      forgetDraft(`${key}.typed`);
    },
    [key],
  );
  return {
    kept,
    isKept,
    keep: ({ seen, typed }: Kept<Draft>) => {
      if (!differs(typed, seen)) return forget();
      writeDraft(`${key}.seen`, seen);
      writeDraft(`${key}.typed`, typed);
    },
    forget: () => {
      forget();
      setKept(false);
    },
  };
}

function readKept<Draft extends Values>(key: string, fields: Draft): Kept<Draft> | null {
  const seen = readDraft(`${key}.seen`, fields);
  const typed = readDraft(`${key}.typed`, fields);
  return seen && typed ? { seen, typed } : null;
}
