/** A promise has at most this many lines: weekly for more than a year. */
export const PROMISE_LINES_MAX = 60;

/** What happens to a promise that waits when another one is recorded. */
export const earlierPromiseChoices = ['replace', 'add'] as const;
export type EarlierPromiseChoice = (typeof earlierPromiseChoices)[number];
