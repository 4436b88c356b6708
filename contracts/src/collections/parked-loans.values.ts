/** Reasons why an overdue loan is parked: it is in no queue, or its promise waits for approval. */
export const parkedStates = [
  'waiting-approval',
  'unassigned',
  'disputed',
  'deceased',
  'promised',
  'call-back',
  'snoozed',
  'planned',
  'worked',
] as const;
export type ParkedState = (typeof parkedStates)[number];

/** All work states of an active loan, in a queue or not. */
export const workStates = [...parkedStates, 'queue', 'at-rest'] as const;
export type WorkState = (typeof workStates)[number];
