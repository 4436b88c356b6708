import { useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { failureSentence } from './failure-sentence.ts';

/** What is wrong with a form, a sentence a field. Fields have the names that the request gives them. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/**
 * A form on its way to the server: what keeps it from being sent is said once someone has tried,
 * and what the server refused stays until the form is changed. `count` tells the attempts apart.
 * Of two forms on one page each has a name of its own, for the ids of its fields.
 */
export function useFormAttempt(problems: FormProblems, name = 'form') {
  const [{ count, refusal }, setAttempt] = useState(untried);
  const refused = refusedField(refusal);
  const idOf = (field: string) => `${name}-${field.replaceAll('.', '-')}`;
  const shown: FormProblems = {
    ...(count > 0 && problems),
    ...(refusal && refused && { [refused]: failureSentence(refusal) }),
  };
  return {
    count,
    refusal,
    /** What went wrong that belongs to no field. */
    failure: refusal && !refused ? failureSentence(refusal) : undefined,
    /** The fields in question, for the summary above them. */
    summary: Object.entries(shown).flatMap(([field, message]) =>
      message === undefined ? [] : [{ fieldId: idOf(field), message }],
    ),
    fieldProps: (field: string) => ({ id: idOf(field), error: shown[field] }),
    /** Counts an attempt and answers whether the form may be sent. */
    begin: (): boolean => {
      setAttempt((before) => ({ count: before.count + 1, refusal: null }));
      return Object.values(problems).every((problem) => problem === undefined);
    },
    refuse: (cause: Error) => setAttempt((before) => ({ count: before.count + 1, refusal: cause })),
    /** What the server said was about what stood in the form before. */
    edited: () => setAttempt((before) => (before.refusal ? { ...before, refusal: null } : before)),
    reset: () => setAttempt(untried),
  };
}

export type FormAttempt = ReturnType<typeof useFormAttempt>;

const untried: Attempt = { count: 0, refusal: null };

type Attempt = { readonly count: number; readonly refusal: Error | null };

/** The field that a named failure is about; what a whole request got wrong is said above the form. */
function refusedField(cause: Error | null): string | undefined {
  if (!(cause instanceof ApiFailure) || cause.code === 'invalid_request') return undefined;
  return Object.keys(cause.fields)[0];
}
