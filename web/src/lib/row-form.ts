import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { useContractForm, useTurn } from './contract-form.ts';
import type { ContractFormOptions, FormMutation } from './contract-form.ts';
import { draftKey, forgetDraft, readDraft, writeDraft } from './saved-draft.ts';
import { readSession } from './session.ts';

type Versioned = { readonly version: number };
type Fields = Readonly<Record<string, unknown>>;

type RowFormOptions<Row extends Versioned, Values extends Fields> = Pick<
  ContractFormOptions<Values, Values & Versioned, Row>,
  'name' | 'rules' | 'contract' | 'messages'
> & {
  /**
   * Saves the draft under this name, so that it survives the end of the session: `account.<id>`.
   */
  readonly draftName?: string;
  /** The latest known version of the row. */
  readonly row: Row;
  /** The values that the form edits. */
  readonly valuesOf: (row: Row) => Values;
  /** The mutation that saves the row. */
  readonly mutation: FormMutation<Values & Versioned, Row>;
  /** The row's query, refetched when another user has changed the row. */
  readonly latest?: {
    readonly isFetching: boolean;
    readonly refetch: () => Promise<{ readonly error: Error | null }>;
  };
  readonly onSaved: (changed: Row, before: Row) => void;
};

/**
 * A form that edits an existing row. When a newer version arrives, the typed values stay, the
 * others follow the row, and `contested` names the fields that another user has changed as well.
 */
export function useRowForm<Row extends Versioned, Values extends Fields>(
  options: RowFormOptions<Row, Values>,
) {
  const { row, valuesOf, mutation, latest, onSaved, draftName, ...others } = options;
  const draft = useDraftChange(draftName, valuesOf(row));
  const [{ seen, contested }, setSeen] = useState(() => seenAt<Row, Values>(row));
  const form = useContractForm<Values, Values & Versioned, Row>({
    ...others,
    empty: () => valuesOf(seen),
    body: (values) => ({ ...values, version: seen.version }),
    mutation,
    onEdited: (typed) => draft.save({ seen: valuesOf(seen), typed }),
    announce: () => draft.forget(),
    onSent: (changed) => {
      setSeen(seenAt(changed));
      form.startAnew(valuesOf(changed));
      onSaved(changed, row);
    },
  });
  const bringOnto = (latestRow: Row, typedOver: SavedChange<Values>) => {
    const there = valuesOf(latestRow);
    const rebased = rebaseValues(typedOver.seen, typedOver.typed, there);
    form.library.setInitialValues(there);
    form.library.setValues(rebased.values);
    setSeen({ seen: latestRow, contested: rebased.contested });
  };
  // While a save is pending, a new row version is its answer and not another user’s change.
  const turn = mutation.isPending ? null : String(row.version);
  useTurn(
    turn,
    () => {
      const saved = draft.take();
      if (saved) bringOnto(row, saved);
      else if (row.version !== seen.version) {
        bringOnto(row, { seen: valuesOf(seen), typed: form.library.getValues() });
      }
    },
    draft.hasDraft ? null : turn,
  );
  return {
    ...form,
    hasDraft: draft.hasDraft,
    contested,
    discard: () => {
      draft.forget();
      form.startAnew(valuesOf(seen));
    },
    /**
     * True if the save was refused because it would overwrite a version that the user has not seen.
     */
    isStale: form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since',
    isLoading: latest?.isFetching ?? false,
    loadLatest: () => {
      void latest
        ?.refetch()
        .then(({ error }) => (error ? form.refuse(error) : form.clearProblems()));
    },
  };
}

type SavedChange<Values> = { readonly seen: Values; readonly typed: Values };

type Seen<Row, Values> = { readonly seen: Row; readonly contested: readonly (keyof Values)[] };

function seenAt<Row, Values>(row: Row): Seen<Row, Values> {
  return { seen: row, contested: [] };
}

/** Applies the user's edits of the `seen` version to the `latest` one. */
export function rebaseValues<Values extends Fields>(seen: Values, typed: Values, latest: Values) {
  const values = { ...latest };
  const contested: (keyof Values)[] = [];
  // The form's `valuesOf` creates these objects, so they have no other keys.
  for (const field of Object.keys(latest) as (keyof Values)[]) {
    if (isSame(typed[field], seen[field])) continue;
    values[field] = typed[field];
    const isTheirs = !isSame(latest[field], seen[field]) && !isSame(latest[field], typed[field]);
    if (isTheirs) contested.push(field);
  }
  return { values, contested };
}

/** Compares as JSON, since fields may hold lists. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Saves the edits in this browser so that they survive the end of the session. Leaving the page
 * asks for confirmation, and then discards them.
 */
function useDraftChange<Values extends Fields>(draftName: string | undefined, values: Values) {
  const [key] = useState(() => (draftName === undefined ? null : draftKey(`change.${draftName}`)));
  const [found] = useState(() =>
    key === null ? null : readDraft(key, { seen: values, typed: values }),
  );
  const saved = useRef(found);
  const [hasDraft, setHasDraft] = useState(found !== null);
  useEffect(
    () => () => {
      if (key !== null && readSession()) forgetDraft(key);
    },
    [key],
  );
  return {
    hasDraft,
    /** Returns the saved edits on the first call, when the form opens, and null afterwards. */
    take: (): SavedChange<Values> | null => {
      const taken = saved.current;
      saved.current = null;
      return taken;
    },
    save: ({ seen, typed }: SavedChange<Values>) => {
      if (key === null) return;
      if (isSame(seen, typed)) forgetDraft(key);
      else writeDraft(key, { seen, typed });
    },
    forget: () => {
      if (key !== null) forgetDraft(key);
      setHasDraft(false);
    },
  };
}
