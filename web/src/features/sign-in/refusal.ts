import i18next from 'i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';

/** What the form does with a sign-in that failed: section 8 of the specification, row by row. */
export type Refusal =
  | { kind: 'fields'; email?: string; password?: string }
  /** `undefined` stands for the sentence that the catalogue has for this case. */
  | { kind: 'dialog'; message: string | undefined };

/** Reads a failed call: messages for the fields where the answer has some, else one for the dialog. */
export function readRefusal(cause: unknown): Refusal {
  if (!(cause instanceof ApiFailure) || ![400, 401, 403].includes(cause.status)) {
    return { kind: 'dialog', message: wordsOf(cause) };
  }
  const email = entryOf(cause, 'email');
  const password = entryOf(cause, 'password');
  if (email !== undefined || password !== undefined) {
    return { kind: 'fields', ...(email && { email }), ...(password && { password }) };
  }
  const hasMessage = typeof cause.answer['message'] === 'string' && cause.answer['message'] !== '';
  return { kind: 'dialog', message: hasMessage ? wordsOf(cause) : undefined };
}

/** The server's own message, which is English; for other readers the failure's sentence. */
function wordsOf(cause: unknown): string {
  const isServersOwn = cause instanceof ApiFailure && cause.status > 0;
  return isServersOwn && i18next.resolvedLanguage === 'en' ? cause.message : failureSentence(cause);
}

/** A field's entry stands in the answer itself or among its `fields`; of several the first is shown. */
function entryOf(cause: ApiFailure, field: 'email' | 'password'): string | undefined {
  const entry = cause.answer[field] ?? cause.fields[field];
  const first: unknown = Array.isArray(entry) ? entry[0] : entry;
  return typeof first === 'string' && first !== '' ? first : undefined;
}
