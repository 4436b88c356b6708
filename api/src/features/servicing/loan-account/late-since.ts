import type { AuditEvent } from '@bursar/contracts/control/audit';

type Facts = AuditEvent['after'];

/**
 * Returns the due days of late instalments as a fact of an audit event. A reason in words would be
 * English for every reader.
 */
export function lateSinceFact(dueDays: readonly string[]): string {
  // A penalty for each month that an instalment is late repeats its due day.
  return [...new Set(dueDays)].join(', ');
}

/**
 * Returns the facts of an audit event with `lateSince` in place of the English reason that earlier
 * releases wrote for penalties of end of day. Audit rows never change, so they are read this way.
 */
export function withLateSince(facts: Facts): Facts {
  const days = daysInReason(facts?.['reason']);
  if (facts === null || days.length === 0) return facts;
  const { reason: _reason, ...others } = facts;
  return { ...others, lateSince: lateSinceFact(days) };
}

/** Returns the due days in the facts of an audit event. */
export function dueDaysOf(facts: Facts): string[] {
  const fact = withLateSince(facts)?.['lateSince'];
  return typeof fact === 'string' ? fact.split(', ') : [];
}

/** Returns the due days that a reason of earlier releases names; none for a user's own words. */
function daysInReason(reason: unknown): readonly string[] {
  if (typeof reason !== 'string') return [];
  const days = reason.split(', ').map((one) => /^Late since (\d{4}-\d\d-\d\d)$/.exec(one)?.[1]);
  return days.every((day) => day !== undefined) ? days : [];
}
