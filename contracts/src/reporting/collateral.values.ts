/** On which side of its portfolio's margin line a loan is; `unpriced` where a price is missing or too old. */
export const marginStates = ['within', 'warning', 'call', 'unpriced'] as const;
export type MarginState = (typeof marginStates)[number];

/** By what loans with collateral are asked for: `over` are those over a threshold, of warning or of call. */
export const marginFilters = ['over', ...marginStates] as const;
export type MarginFilter = (typeof marginFilters)[number];

export const collateralEvents = ['pledge', 'release', 'undo-pledge', 'undo-release'] as const;

export const historySpans = ['month', 'year'] as const;
export type HistorySpan = (typeof historySpans)[number];
