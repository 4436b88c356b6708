/** Why a session was ended by somebody, in the words that its rows keep. */
export const endReasons = [
  'ended-elsewhere',
  'password-changed',
  'account-suspended',
  'signed-in-again',
] as const;
export type EndReason = (typeof endReasons)[number];

/** The same, and how one runs out by itself: `details.reason` of `not_signed_in`. */
export const sessionEnds = [...endReasons, 'idle', 'too-long'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/**
 * Sent with a call that nobody is at the keyboard for, such as a page that follows what others do:
 * it does not keep a session open.
 */
export const UNATTENDED_HEADER = 'x-unattended';
