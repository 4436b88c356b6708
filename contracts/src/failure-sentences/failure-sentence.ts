import type { FailureCode } from '../failure-status.ts';

/** A sentence with its `{details}`; if it counts something, it has a form for one and for others. */
export type FailureSentence = string | { readonly one: string; readonly other: string };

/** The sentences of one module. */
export type SomeFailureSentences = Readonly<Partial<Record<FailureCode, FailureSentence>>>;
