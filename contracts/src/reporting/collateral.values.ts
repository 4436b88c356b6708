/**
 * The position of a loan against its portfolio's margin line; `unpriced` if a price is missing or
 * too old.
 */
export const marginStates = ['within', 'warning', 'call', 'unpriced'] as const;
export type MarginState = (typeof marginStates)[number];

/** Filters for loans with collateral: `over` means in state `warning` or `call`. */
export const marginFilters = ['over', ...marginStates] as const;
export type MarginFilter = (typeof marginFilters)[number];

export const collateralEvents = ['pledge', 'release', 'undo-pledge', 'undo-release'] as const;

export const historySpans = ['month', 'year'] as const;
export type HistorySpan = (typeof historySpans)[number];
