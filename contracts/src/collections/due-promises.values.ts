/**
 * The promises that a desk can list: due today, due later, or due in the last 30 days and broken or
 * only partly kept.
 */
export const promiseViews = ['today', 'coming', 'broken'] as const;
export type PromiseView = (typeof promiseViews)[number];
