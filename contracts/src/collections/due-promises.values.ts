/** The promises that a desk can list: due today, due later, or broken in the last 30 days. */
export const promiseViews = ['today', 'coming', 'broken'] as const;
export type PromiseView = (typeof promiseViews)[number];
