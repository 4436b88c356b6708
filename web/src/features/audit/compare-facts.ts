import type { AuditEvent } from '@bursar/contracts/audit';

export type Facts = NonNullable<AuditEvent['before']>;
export type FactValue = Facts[string];

/** One fact on both sides; undefined where a side does not tell it. */
export type FactPair = {
  readonly field: string;
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
  readonly isChanged: boolean;
};

/**
 * The facts of before and after side by side, in their own order. A fact that only one side
 * tells has changed only where the other side tells any: what was made has no before.
 */
export function compareFacts(before: Facts | null, after: Facts | null): readonly FactPair[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => {
    const pair = { field, before: before?.[field], after: after?.[field] };
    return { ...pair, isChanged: before !== null && after !== null && pair.before !== pair.after };
  });
}

/** How a value is to be written: money and days as such, the rest as it was recorded. */
export function kindOfFact(field: string, value: FactValue): 'money' | 'day' | 'text' {
  if (typeof value === 'number' && field.endsWith('Minor')) return 'money';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : 'text';
}

/** The currency that the event’s amounts are in, where it tells one. */
export function currencyOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>) {
  const currency = after?.['currency'] ?? before?.['currency'];
  return typeof currency === 'string' ? currency : undefined;
}
