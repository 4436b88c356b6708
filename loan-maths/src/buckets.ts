/** A span of days past due. */
export type Bucket = {
  readonly name: string;
  readonly fromDays: number;
  /** Absent: no end. */
  readonly toDays?: number | undefined;
};

/** The product's buckets, which its screens and its SQL are made from; a loan outside them all is current. */
export const STANDARD_BUCKETS = [
  { name: '1-30', fromDays: 1, toDays: 30 },
  { name: '31-60', fromDays: 31, toDays: 60 },
  { name: '61-90', fromDays: 61, toDays: 90 },
  { name: '91-180', fromDays: 91, toDays: 180 },
  { name: '180+', fromDays: 181, toDays: undefined },
] as const satisfies readonly Bucket[];

/** From on time to the latest bucket: what an active loan can be. */
export const ARREARS_SCALE = ['current', ...STANDARD_BUCKETS.map(({ name }) => name)] as const;

/** The bucket that a number of days past due falls into; `undefined` when it is in none. */
export function bucketOf<Name extends string>(
  daysPastDue: number,
  buckets: readonly (Bucket & { readonly name: Name })[],
): Name | undefined {
  if (daysPastDue <= 0) return undefined;
  return buckets.find(
    ({ fromDays, toDays }) => daysPastDue >= fromDays && daysPastDue <= (toDays ?? Infinity),
  )?.name;
}
