/** Reasons for which a user or the system ended a session, as stored in its row. */
export const endReasons = [
  'ended-elsewhere',
  'password-changed',
  'account-suspended',
  'signed-in-again',
] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * All reasons why a session ended, including the ways in which it expires. The failure
 * `not_signed_in` has them in `details.reason`.
 */
export const sessionEnds = [...endReasons, 'idle', 'too-long'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Header of calls that no user triggers, such as polling; they do not extend the session. */
export const UNATTENDED_HEADER = 'x-unattended';
