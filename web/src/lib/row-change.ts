import { ApiFailure } from './api-client.ts';
import { useFormAttempt } from './form-attempt.ts';
import type { FormProblems } from './form-attempt.ts';
import { useRowDraft } from './row-draft.ts';

type Versioned = { readonly version: number };

type RowChangeOptions<Row extends Versioned, Draft extends object> = {
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
export function useRowChange<Row extends Versioned, Draft extends object>(
  options: RowChangeOptions<Row, Draft>,
) {
  const { row, draftOf, problemsOf, saving, latest, onSaved } = options;
  const editing = useRowDraft({ row, draftOf, isSending: saving.isPending });
  const { draft, contested, version } = editing;
  const form = useFormAttempt(problemsOf(draft));
  return {
    draft,
    change: (changes: Partial<Draft>) => {
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
