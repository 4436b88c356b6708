/** Reasons for which a user or the system ended a session, as stored in its row. */
export const endReasons = [
  'ended-elsewhere',
  'password-changed',
  'account-suspended',
  'signed-in-again',
] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * All reasons, including the ways in which a session expires: `details.reason` of `not_signed_in`.
 */
export const sessionEnds = [...endReasons, 'idle', 'too-long'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Sent with calls that no user triggers, such as polling. They do not extend the session. */
export const UNATTENDED_HEADER = 'x-unattended';
