import type { FailureCode } from '@bursar/contracts/failure-status';

/** A command's result: its value, or an expected refusal that its contract names. */
export type Outcome<Value, Code extends FailureCode = FailureCode> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export type Refusal<Code extends FailureCode = FailureCode> = {
  readonly code: Code;
  /** Figures and names for the sentence. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** The request field to show the sentence at. */
  readonly field?: string;
};

export function succeed<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<const Code extends FailureCode>(
  code: Code,
  about: Omit<Refusal<Code>, 'code'> = {},
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...about } };
}
