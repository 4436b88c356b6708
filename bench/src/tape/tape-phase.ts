/** The limit of the product for the wait of another call. */
export const LIMIT_MS = 100;

export type TapePhase = {
  readonly name: 'idle' | 'check' | 'book';
  readonly seconds: number;
  /** The longest waits of a light call meanwhile, the longest first. */
  readonly longestMs: readonly number[];
  /** The calls that waited longer than the limit. */
  readonly over: number;
  readonly asked: number;
};
