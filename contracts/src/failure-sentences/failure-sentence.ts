import type { FailureCode } from '../failure-status.ts';

/**
 * A message with `{details}`. If its wording depends on `{count}`, it has a singular and a plural
 * form.
 */
export type FailureSentence = string | { readonly one: string; readonly other: string };

/** The messages of one module. */
export type SomeFailureSentences = Readonly<Partial<Record<FailureCode, FailureSentence>>>;
