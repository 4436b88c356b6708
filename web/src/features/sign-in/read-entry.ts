import { isRole } from '@bursar/contracts/roles';
import type { SessionParts } from '../../lib/session.ts';

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
