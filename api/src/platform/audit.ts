import type { AuditEventName, AuditSubject } from '@bursar/contracts/control/audit-events';
import { factsWith, maskedText, type Facts } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { uuidv7 } from 'uuidv7';
import {
  announcement,
  announcements,
  CHANGES_CHANNEL,
  type ChangeOfLoan,
} from './changes/announce-change.ts';
import type { CommandContext } from './command-context.ts';
import type { Transaction } from './database.ts';

export type AuditEvent = {
  readonly portfolioId: string | null;
  readonly actorId: string | null;
  readonly event: AuditEventName;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  /** The loan it happened to, where the subject is something on a loan: its holders hear of it. */
  readonly loanId?: string;
  /** Whom it concerns, where it concerns nobody else: not even their manager. */
  readonly onlyAccountIds?: readonly string[];
  /** It is shared among everybody of the portfolio, whatever they hold. */
  readonly forColleagues?: boolean;
  readonly before?: Told;
  readonly after?: Told;
  readonly requestId: string | null;
  readonly at: Date;
};

type Told = Readonly<Record<string, string | number | null>>;

/** Audits what a command did: by whom, when, in which call and with whose approval, says its context. */
export function auditCommand(
  transaction: Transaction,
  { session, requestId, now, approvedBy }: CommandContext,
  event: Omit<AuditEvent, 'actorId' | 'requestId' | 'at'>,
): Promise<void> {
  return recordAudit(transaction, {
    ...event,
    ...(approvedBy && { after: { ...event.after, approvedBy } }),
    actorId: session.account.id,
    requestId,
    at: now,
  });
}

/**
 * Writes who did what in the very transaction that does it: there is no change without its row, and
 * none that the browsers which show it do not hear of. The change itself is written before this.
 */
export async function recordAudit(transaction: Transaction, event: AuditEvent): Promise<void> {
  await transaction`
    with audited as (
      insert into audit_events
        (id, portfolio_id, actor_id, event, subject, subject_id, before, after, request_id, at)
      values (
        ${uuidv7()}, ${event.portfolioId}, ${event.actorId}, ${event.event}, ${event.subject},
        ${event.subjectId}, ${event.before ? transaction.json(masked(event.before)) : null},
        ${event.after ? transaction.json(masked(event.after)) : null}, ${event.requestId},
        ${event.at.toISOString()}
      )
    ), announced as (${announcement(transaction, event)})
    select pg_notify(${CHANGES_CHANNEL}, number::text) from announced`;
}

/** The same for much that happened to loans and borrowers of one portfolio, in one statement. */
export async function recordAudits(
  transaction: Transaction,
  events: readonly (AuditEvent & ChangeOfLoan)[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ before, after, at, ...event }) => ({
    ...event,
    id: uuidv7(),
    before: before ? masked(before) : null,
    after: after ? masked(after) : null,
    at: at.toISOString(),
  }));
  await transaction`
    with audited as (
      insert into audit_events
        (id, portfolio_id, actor_id, event, subject, subject_id, before, after, request_id, at)
      select id, "portfolioId", "actorId", event, subject, "subjectId", before, after, "requestId", at
      from jsonb_to_recordset(${transaction.json(rows)}) as told(id uuid, "portfolioId" uuid,
        "actorId" uuid, event text, subject text, "subjectId" uuid, before jsonb, after jsonb,
        "requestId" text, at timestamptz)
    ), announced as (${announcements(transaction, events)})
    select count(pg_notify(${CHANGES_CHANNEL}, number::text)) from announced`;
}

/** Of a masked fact the trail holds no more than its end, whoever reads it: a row is never removed. */
function masked(told: Told): Told {
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => {
      const fact = maskedFacts[key];
      return [key, fact && typeof value === 'string' ? maskedText(fact, value) : value];
    }),
  );
}

const maskedFacts: Facts = {
  ...factsWith(loanFacts, 'masked'),
  ...factsWith(borrowerFacts, 'masked'),
};
