import { isRole } from '@bursar/contracts/roles';
import type { SessionParts } from '../../../lib/session.ts';
import i18next from 'i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';

/** What an answer to sign-in comes to: a session, or none and perhaps the server's word on it. */
export type Entry = {
  readonly session?: SessionParts;
  readonly message?: string;
};

/**
 * Reads the specification's answer, whatever of it is there. Who signs in may stand behind another
 * server, a proxy or a page of somebody's own: nothing short of a session lets anyone in.
 */
export function readEntry(answer: unknown): Entry {
  const entries = new Map<string, unknown>(
    typeof answer === 'object' && answer !== null ? Object.entries(answer) : [],
  );
  const textOf = (name: string): string => {
    const value = entries.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const message = textOf('message');
  const said = message === '' ? {} : { message };
  const [token, role] = [textOf('token'), textOf('role')];
  if (entries.get('status') !== true || token === '' || !isRole(role)) return said;
  return { ...said, session: { token, role, id: textOf('id'), email: textOf('email') } };
}

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
