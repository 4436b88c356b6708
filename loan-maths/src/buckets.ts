/** A range of days past due. */
export type Bucket = {
  readonly name: string;
  readonly fromDays: number;
  /** Absent if the range has no end. */
  readonly toDays?: number | undefined;
};

/**
 * Bursar's arrears buckets; screens and SQL are generated from them. A loan outside all buckets is
 * current.
 */
export const STANDARD_BUCKETS = [
  { name: '1-30', fromDays: 1, toDays: 30 },
  { name: '31-60', fromDays: 31, toDays: 60 },
  { name: '61-90', fromDays: 61, toDays: 90 },
  { name: '91-180', fromDays: 91, toDays: 180 },
  { name: '180+', fromDays: 181, toDays: undefined },
] as const satisfies readonly Bucket[];

/** The arrears states of an active loan: current, then the buckets in order. */
export const ARREARS_SCALE = ['current', ...STANDARD_BUCKETS.map(({ name }) => name)] as const;

/** Returns the bucket of a number of days past due; `undefined` if there is none. */
export function bucketOf<Name extends string>(
  daysPastDue: number,
  buckets: readonly (Bucket & { readonly name: Name })[],
): Name | undefined {
  if (daysPastDue <= 0) return undefined;
  return buckets.find(
    ({ fromDays, toDays }) => daysPastDue >= fromDays && daysPastDue <= (toDays ?? Infinity),
  )?.name;
}
