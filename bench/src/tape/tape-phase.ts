/** Maximum wait of another call during an import, in milliseconds. */
export const LIMIT_MS = 100;

export type TapePhase = {
  readonly name: 'idle' | 'check' | 'book';
  readonly seconds: number;
  /** The longest waits of a light call during the phase, longest first. */
  readonly longestMs: readonly number[];
  /** Number of calls that waited longer than the limit. */
  readonly over: number;
  readonly asked: number;
};
