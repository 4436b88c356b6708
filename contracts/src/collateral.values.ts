/** On which side of its portfolio's margin line a loan is; `unpriced` where a price is missing or too old. */
export const marginStates = ['within', 'warning', 'call', 'unpriced'] as const;
export type MarginState = (typeof marginStates)[number];

export const collateralEvents = ['pledge', 'release', 'undo-pledge', 'undo-release'] as const;

export const historySpans = ['month', 'year'] as const;
export type HistorySpan = (typeof historySpans)[number];
