import type { AuditEvent } from '@bursar/contracts/control/audit';
import { westernDigits } from '@bursar/contracts/western-digits';
import { allOf, onDays } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { auditInScope, type Scope } from '../../../platform/scope.ts';
import { withLateSince } from '../../servicing/loan-account/late-since.ts';
import { subjectsOfLoan } from '../../servicing/loans/loan-activity.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

export type AuditFilter = {
  readonly scope: Scope;
  readonly actorId?: string | undefined;
  readonly event?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly loan?: string | undefined;
  readonly ofLoan?: { readonly portfolioId: string; readonly loanId: string } | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The time zone of the days `from` and `to`. */
  readonly timeZone: string;
};

type AuditPage = AuditFilter & { readonly after?: string | undefined; readonly limit: number };

type AuditRecord = Pick<
  AuditEvent,
  'id' | 'at' | 'event' | 'subject' | 'subjectId' | 'before' | 'after' | 'requestId'
> & {
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly portfolioId: string | null;
  readonly portfolioName: string | null;
  readonly loanNumber: number | null;
  readonly accountName: string | null;
  readonly teamName: string | null;
  readonly fileName: string | null;
};

export async function listAuditRows(database: Queryable, query: AuditPage) {
  const sql = replicaReads(database);
  const cursor = readCursor(query.after, 'instant');
  const rows = await sql<AuditRecord[]>`
    select event.id, event.at, event.event, event.subject, event.subject_id, event.before,
      event.after, event.request_id, event.actor_id, actor.name as actor_name, event.portfolio_id,
      portfolio.name as portfolio_name, loan.reference_number as loan_number,
      account.name as account_name, team.name as team_name, import.file_name
    from audit_events event
    left join accounts actor on actor.id = event.actor_id
    left join portfolios portfolio on portfolio.id = event.portfolio_id
    left join loans loan on event.subject = 'loan'
      and loan.portfolio_id = event.portfolio_id and loan.id = event.subject_id
    left join accounts account on event.subject = 'account' and account.id = event.subject_id
    left join teams team on event.subject = 'team'
      and team.portfolio_id = event.portfolio_id and team.id = event.subject_id
    left join imports import on event.subject = 'import'
      and import.portfolio_id = event.portfolio_id and import.id = event.subject_id
    where ${matches(sql, query)}
      ${cursor ? sql`and (event.at, event.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by event.at desc, event.id desc
    limit ${query.limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.at,
  });
  return {
    rows: page.map(toAuditEvent),
    nextCursor,
  };
}

function matches(sql: Queryable, filter: AuditFilter) {
  const number = filter.loan && /^l?-?0*(\d{1,15})$/i.exec(westernDigits(filter.loan.trim()))?.[1];
  return allOf(sql, [
    auditInScope(sql, filter.scope),
    ...(filter.actorId ? [sql`event.actor_id = ${filter.actorId}`] : []),
    ...(filter.event ? [sql`event.event = ${filter.event}`] : []),
    ...(filter.subjectId ? [sql`event.subject_id = ${filter.subjectId}`] : []),
    ...(filter.loan
      ? [
          // Includes batches that moved the loan, which are audited once under the batch.
          sql`event.subject_id in (
            select id from loans where reference_number = ${Number(number ?? 0)}
            union all
            select assignment.batch_id from loans loan
            join assignments assignment
              on assignment.portfolio_id = loan.portfolio_id and assignment.loan_id = loan.id
            where loan.reference_number = ${Number(number ?? 0)})`,
        ]
      : []),
    ...(filter.ofLoan ? [sql`event.subject_id in (${subjectsOfLoan(sql, filter.ofLoan)})`] : []),
    ...onDays(sql, sql`event.at`, { ...filter, from: filter.from, to: filter.to }),
  ]);
}

/**
 * True for a penalty that end of day charged. A user's reason for a charge stays as it is, even if
 * it looks like a penalty's.
 */
const isChargedByClose = ({ event, actorId }: Pick<AuditRecord, 'event' | 'actorId'>): boolean =>
  event === 'add-charge' && actorId === null;

function toAuditEvent(row: AuditRecord): AuditEvent {
  const { actorId, actorName, portfolioId, portfolioName, loanNumber } = row;
  return {
    id: row.id,
    at: row.at,
    event: row.event,
    actor: actorId && actorName ? { id: actorId, name: actorName } : null,
    portfolio: portfolioId && portfolioName ? { id: portfolioId, name: portfolioName } : null,
    subject: row.subject,
    subjectId: row.subjectId,
    subjectName:
      (loanNumber === null ? null : loanReference(loanNumber)) ??
      row.accountName ??
      row.teamName ??
      row.fileName,
    before: withoutPrivate(row.subject, row.before),
    after: withoutPrivate(
      row.subject,
      isChargedByClose(row) ? withLateSince(row.after) : row.after,
    ),
    requestId: row.requestId,
  };
}

/**
 * Fields that only the owner or the members of a record may see, for example the name of a saved
 * view. They are hidden when the trail is read, because audit rows are never changed.
 */
const privateFacts: Readonly<Record<string, readonly string[]>> = {
  'saved-view': ['name', 'search'],
  chat: ['name'],
};

function withoutPrivate(subject: string, facts: AuditEvent['before']): AuditEvent['before'] {
  const hidden = privateFacts[subject];
  if (!hidden || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => !hidden.includes(fact)));
}

export async function listEventNames(sql: Queryable, scope: Scope): Promise<string[]> {
  // A loose index scan: one look-up per name, however long the trail is.
  const rows = await sql<{ event: string }[]>`
    with recursive names as (
      (select event from audit_events order by event limit 1)
      union all
      select (select next.event from audit_events next where next.event > names.event
        order by next.event limit 1)
      from names where names.event is not null
    )
    select names.event from names where names.event is not null and exists (
      select from audit_events event
      where event.event = names.event and ${auditInScope(sql, scope)}
    ) order by names.event`;
  return rows.map((row) => row.event);
}
