/** A random stream that gives the same numbers on every machine, so that the demo is reproducible. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  /** Returns a version 7 UUID for this time. */
  uuid(at: Date): string;
};

/** Mulberry32 (Tommy Ettinger, public domain): small, and good enough for invented data. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => {
      const [item] = items.slice(Math.floor(next() * items.length));
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
    uuid: (at) => {
      const hex = (digits: number) =>
        Math.floor(next() * 16 ** digits)
          .toString(16)
          .padStart(digits, '0');
      const time = at.getTime().toString(16).padStart(12, '0');
      const variant = (8 + between(0, 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
    },
  };
}
