import type { AuditEventName, AuditSubject } from '@bursar/contracts/control/audit-events';
import { factsWith, maskedText, type Facts } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { uuidv7 } from 'uuidv7';
import {
  announcement,
  announcements,
  CHANGES_CHANNEL,
  type ChangeOfLoan,
} from './live-updates/announce-change.ts';
import type { CommandContext } from './command-context.ts';
import type { Fragment } from './conditions.ts';
import { nameIn } from './postgres/lender-names.ts';
import { copyRows, type CopyColumns } from './copy-rows.ts';
import type { Transaction } from './database.ts';

export type AuditEvent = {
  readonly portfolioId: string | null;
  readonly actorId: string | null;
  readonly event: AuditEventName;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  /** The loan that the subject belongs to; the loan's holders are notified. */
  readonly loanId?: string;
  /** If set, only these accounts are notified; their manager is not. */
  readonly onlyAccountIds?: readonly string[];
  /** True if everyone in the portfolio is notified, whichever loans they hold. */
  readonly forColleagues?: boolean;
  readonly before?: EventDetails;
  readonly after?: EventDetails;
  readonly requestId: string | null;
  readonly at: Date;
};

type EventDetails = Readonly<Record<string, string | number | null>>;

/** The call that caused a change, or the run of a scheduled job. */
export type AuditedCall = {
  /** Null if a scheduled job caused the change instead of a request. */
  readonly requestId: string | null;
  readonly now: Date;
  /** The API key that made the call; undefined for the web app and for a scheduled job. */
  readonly apiKeyName: string | undefined;
  readonly approvedBy?: string | undefined;
};

export function auditedCall({ session: { apiKeyName }, ...context }: CommandContext): AuditedCall {
  const { requestId, now, approvedBy } = context;
  return { requestId, now, apiKeyName, approvedBy };
}

export const scheduledCall = (now: Date): AuditedCall => ({
  requestId: null,
  now,
  apiKeyName: undefined,
});

/**
 * Returns the facts that an audit row of a call records in addition to its actor: the API key and
 * the approver, if there are any.
 */
export function factsOfCall({
  apiKeyName,
  approvedBy,
}: Pick<AuditedCall, 'apiKeyName' | 'approvedBy'>): EventDetails {
  return {
    ...(apiKeyName !== undefined && { apiKey: apiKeyName }),
    ...(approvedBy && { approvedBy }),
  };
}

/**
 * Audits a command. Its context supplies the actor, the time, the request, the API key and the
 * approver.
 */
export function auditCommand(
  transaction: Transaction,
  context: CommandContext,
  event: Omit<AuditEvent, 'actorId' | 'requestId' | 'at'>,
): Promise<void> {
  const { session, requestId, now } = context;
  const facts = factsOfCall(auditedCall(context));
  return recordAudit(transaction, {
    ...event,
    ...(Object.keys(facts).length > 0 && { after: { ...event.after, ...facts } }),
    actorId: session.account.id,
    requestId,
    at: now,
  });
}

/**
 * Writes the audit row in the same transaction as the change and announces it to live browsers.
 * Call it after the change itself is written.
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
    select pg_notify(${nameIn(transaction, CHANGES_CHANNEL)}, number::text) from announced`;
}

/** Audits many events on loans and borrowers of one portfolio in one statement. */
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
      from jsonb_to_recordset(${transaction.json(rows)}) as audit_row(id uuid, "portfolioId" uuid,
        "actorId" uuid, event text, subject text, "subjectId" uuid, before jsonb, after jsonb,
        "requestId" text, at timestamptz)
    ), announced as (${announcements(transaction, events)})
    select count(pg_notify(${nameIn(transaction, CHANGES_CHANNEL)}, number::text)) from announced`;
}

/** Audits the withdrawal of each loan of an undone import in one statement. */
export async function auditWithdrawnLoans(
  transaction: Transaction,
  imported: Fragment,
  {
    portfolioId,
    actorId,
    requestId,
    at,
    facts,
  }: Omit<CopiedAudit, 'event' | 'subject' | 'subjectId' | 'after'> & {
    readonly facts: EventDetails;
  },
): Promise<void> {
  await transaction`
    insert into audit_events
      (id, portfolio_id, actor_id, event, subject, subject_id, after, request_id, at)
    select gen_random_uuid(), ${portfolioId}, ${actorId}, 'undo-import', 'loan', imported.id,
      ${transaction.json({ status: 'withdrawn', ...facts })}::jsonb, ${requestId}, ${at}
    from (${imported}) imported`;
}

/** An event of a batch that is too large to announce row by row. */
export type CopiedAudit = {
  readonly portfolioId: string;
  readonly actorId: string;
  readonly event: AuditEventName;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly after: EventDetails;
  readonly requestId: string | null;
  readonly at: string;
};

/** Writes audit rows by COPY, without announcing them. */
export function copyAudits(transaction: Transaction, events: Iterable<CopiedAudit>): Promise<void> {
  return copyRows(transaction, { table: 'audit_events', columns: copiedColumns }, events);
}

const copiedColumns: CopyColumns<CopiedAudit> = {
  id: () => uuidv7(),
  portfolio_id: ({ portfolioId }) => portfolioId,
  actor_id: ({ actorId }) => actorId,
  event: ({ event }) => event,
  subject: ({ subject }) => subject,
  subject_id: ({ subjectId }) => subjectId,
  after: ({ after }) => JSON.stringify(after),
  request_id: ({ requestId }) => requestId,
  at: ({ at }) => at,
};

/** Shortens masked fields to their last characters, because audit rows are never removed. */
function masked(details: EventDetails): EventDetails {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      const fact = maskedFacts[key];
      return [key, fact && typeof value === 'string' ? maskedText(fact, value) : value];
    }),
  );
}

const maskedFacts: Facts = {
  ...factsWith(loanFacts, 'masked'),
  ...factsWith(borrowerFacts, 'masked'),
};
