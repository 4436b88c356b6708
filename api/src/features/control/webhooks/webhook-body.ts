import type { AuditEventName } from '@bursar/contracts/control/audit-events';

export type AuditedEvent = {
  readonly id: string;
  readonly event: AuditEventName;
  readonly at: string;
  readonly portfolioId: string;
  readonly actorId: string | null;
  readonly subject: string;
  readonly subjectId: string;
  readonly after: Readonly<Record<string, string | number | null>> | null;
};

/** Facts that are never personal data, whatever the event's subject; sent in addition to ids. */
const plainFacts: ReadonlySet<string> = new Set([
  'amountMinor',
  'currency',
  'valueDate',
  'status',
  'state',
]);

const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/**
 * Returns the body of a delivery: ids and a few plain facts. A receiver reads names and addresses
 * through the API, where its scope and its permissions apply.
 */
export function webhookBody(event: AuditedEvent): string {
  const facts = Object.entries(event.after ?? {}).filter(
    ([name, value]) => plainFacts.has(name) || (name.endsWith('Id') && isId(value)),
  );
  return JSON.stringify({
    id: event.id,
    type: event.event,
    timestamp: new Date(event.at).toISOString(),
    data: {
      portfolioId: event.portfolioId,
      actorId: event.actorId,
      subject: { kind: event.subject, id: event.subjectId },
      facts: Object.fromEntries(facts),
    },
  });
}
