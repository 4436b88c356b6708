/** The possible fields of a column in a price file. */
export const priceFields = ['symbol', 'price', 'time', 'clock', 'currency', 'source'] as const;
export type PriceField = (typeof priceFields)[number];

/** Fields that a file must have; the source can be given for all prices. */
export const neededPriceFields: readonly PriceField[] = ['symbol', 'price', 'time'];

/** The field of each chosen column by its position, such as `{ 1: 'symbol', 3: 'price' }`. */
export type ChosenPriceColumns = Readonly<Record<string, PriceField>>;

export const PRICE_FILE_BYTES_MAX = 2_000_000;
export const PRICE_SOURCE_MAX = 120;
