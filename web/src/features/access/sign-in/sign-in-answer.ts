import { isRole } from '@bursar/contracts/roles';
import type { SessionParts } from '../../../lib/session.ts';
import i18next from 'i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';

/**
 * The result of a sign-in call: the session, if the user is signed in, and the message of the
 * server, if it sent one.
 */
export type Entry = {
  readonly session?: SessionParts;
  readonly message?: string;
};

/**
 * Reads the specification's answer, which may be incomplete: the sign-in server may be behind a
 * proxy that sends pages of its own. Only an answer with a token and a known role signs the user
 * in.
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
  const withMessage = message === '' ? {} : { message };
  const [token, role] = [textOf('token'), textOf('role')];
  if (entries.get('status') !== true || token === '' || !isRole(role)) return withMessage;
  return { ...withMessage, session: { token, role, id: textOf('id'), email: textOf('email') } };
}

/** A failed sign-in as the form shows it, by section 8 of the specification. */
export type Refusal =
  | { kind: 'fields'; email?: string; password?: string }
  /** `undefined` selects the translated sentence for this case. */
  | { kind: 'dialog'; message: string | undefined };

/**
 * Reads a failed call: messages for the fields if an answer with status 400, 401 or 403 has some,
 * otherwise one message for the dialog.
 */
export function readRefusal(cause: unknown): Refusal {
  if (!(cause instanceof ApiFailure) || ![400, 401, 403].includes(cause.status)) {
    return { kind: 'dialog', message: messageOf(cause) };
  }
  const email = entryOf(cause, 'email');
  const password = entryOf(cause, 'password');
  if (email !== undefined || password !== undefined) {
    return { kind: 'fields', ...(email && { email }), ...(password && { password }) };
  }
  const hasMessage = typeof cause.answer['message'] === 'string' && cause.answer['message'] !== '';
  return { kind: 'dialog', message: hasMessage ? messageOf(cause) : undefined };
}

/**
 * Returns the server's own message, which is English, if the page is in English; otherwise the
 * failure's translated sentence.
 */
function messageOf(cause: unknown): string {
  const isServersOwn = cause instanceof ApiFailure && cause.status > 0;
  return isServersOwn && i18next.resolvedLanguage === 'en' ? cause.message : failureSentence(cause);
}

/**
 * Returns the message for a field, from the answer itself or from its `fields`; only the first if
 * there are several.
 */
function entryOf(cause: ApiFailure, field: 'email' | 'password'): string | undefined {
  const entry = cause.answer[field] ?? cause.fields[field];
  const first: unknown = Array.isArray(entry) ? entry[0] : entry;
  return typeof first === 'string' && first !== '' ? first : undefined;
}
