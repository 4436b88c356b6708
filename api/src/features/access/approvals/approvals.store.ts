import {
  approvalKinds,
  type Approval,
  type ApprovalFacts,
  type ApprovalKind,
} from '@bursar/contracts/access/approvals';
import type { Permission } from '@bursar/contracts/access/permissions';
import type { Role } from '@bursar/contracts/roles';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { newTerms } from '@bursar/contracts/plan-terms';
import type { JSONValue } from 'postgres';
import { z } from 'zod';
import { allOf } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Refusal } from '../../../platform/outcome.ts';
import { inPortfolios, type Scope } from '../../../platform/scope.ts';
import { areLinked } from '../accounts/account-openings.store.ts';
import type { Actor } from '../../../platform/session.ts';

export type NewApproval = {
  readonly portfolioId: string;
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subjectId: string;
  readonly subject: string;
  readonly loanId: string | null;
  readonly loans: number | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly command: JSONValue;
  readonly before: ApprovalFacts;
  readonly after: ApprovalFacts;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
};

export async function insertApproval(
  transaction: Transaction,
  approval: NewApproval,
): Promise<void> {
  const a = approval;
  await transaction`
    insert into approvals (portfolio_id, id, kind, subject_id, subject, loan_id, loans,
      amount_minor, currency, command, before, after, reason, requested_by, requested_at)
    values (${a.portfolioId}, ${a.id}, ${a.kind}, ${a.subjectId}, ${a.subject}, ${a.loanId},
      ${a.loans}, ${a.amountMinor}, ${a.currency}, ${transaction.json(a.command)},
      ${transaction.json(a.before)}, ${transaction.json(a.after)}, ${a.reason}, ${a.requestedBy},
      ${a.requestedAt})`;
}

type Who = Pick<Actor, 'account' | 'scope' | 'permissions'>;

/**
 * SQL condition: the request is the caller's own or, if the caller may decide it, in the caller's
 * scope. The scope of a team's desk has the requests on loans that the team holds now.
 */
function reaches(sql: Queryable, { account, scope, permissions }: Who) {
  const isOwn = sql`approval.requested_by = ${account.id}`;
  return sql`(${isOwn} or (${isDecidedBy(sql, permissions)} and ${inDecidersScope(sql, scope)}))`;
}

/** SQL condition: these permissions can decide the request, whatever the scope. */
function isDecidedBy(sql: Queryable, permissions: ReadonlySet<Permission>) {
  const decides = (requestedBy: Role) =>
    approvalKinds.filter((kind) =>
      decidingPermissions({ kind, requestedBy }).some((one) => permissions.has(one)),
    );
  const byAll = decides('user');
  const byAgents = decides('agent').filter((kind) => !byAll.includes(kind));
  return sql`(approval.kind = any(${byAll}::text[]) or (approval.kind = any(${byAgents}::text[])
    and exists (select from accounts author
      where author.id = approval.requested_by and author.role = 'agent')))`;
}

/** Returns the permissions of which any one is enough to decide a request: docs/decisions/0084. */
export function decidingPermissions({
  kind,
  requestedBy,
}: {
  readonly kind: ApprovalKind;
  readonly requestedBy: Role;
}): readonly Permission[] {
  if (kind === 'make-promise') return ['approve-requests', 'approve-promises'];
  const ofAgents = requestedBy === 'agent' ? agentRequests[kind] : undefined;
  return ofAgents ? ['approve-requests', ofAgents] : ['approve-requests'];
}

/**
 * The permission that, in addition to `approve-requests`, is enough to decide a request of this
 * kind, if an agent made the request.
 */
const agentRequests: Partial<Record<ApprovalKind, Permission>> = {
  'reverse-payment': 'approve-reversals',
  'reschedule-loan': 'approve-plans',
};

function inDecidersScope(sql: Queryable, scope: Scope) {
  switch (scope.role) {
    case 'admin':
    case 'user':
      return inPortfolios(sql, scope, sql`approval.portfolio_id`);
    case 'team':
    case 'agent':
      return sql`(approval.portfolio_id = ${scope.portfolioId} and exists (
        select from loan_state state
        where state.portfolio_id = approval.portfolio_id and state.loan_id = approval.loan_id
          and ${
            scope.role === 'team'
              ? sql`state.team_id = ${scope.teamId}`
              : sql`state.agent_id = ${scope.accountId}`
          }
      ))`;
  }
}

/** Terms offered instead of a declined plan, as they are stored. */
export type StoredOffer = {
  readonly terms: NonNullable<Approval['terms']>;
  /** The loan's figures with these terms. */
  readonly after: ApprovalFacts;
  /** Version of the schedule that these terms replace; the offer ends with that version. */
  readonly scheduleVersion: number;
};

export type ApprovalRow = Omit<Approval, 'isOwn' | 'isLinked' | 'mayDecide' | 'terms' | 'offer'> & {
  readonly storedOffer: StoredOffer | null;
  readonly offerAcceptedAt: string | null;
  readonly portfolioId: string;
  readonly requesterId: string;
  readonly requesterRole: Role;
  /** Whether the accounts of caller and requester are linked: see `areLinked`. */
  readonly isLinked: boolean;
  readonly deciderId: string | null;
  readonly command: unknown;
};

/**
 * SQL condition: the accounts of caller and requester are linked by openings that are later than 30
 * days before the request.
 */
function isLinkedTo(sql: Queryable, { account }: Pick<Who, 'account'>) {
  const [one, other] = [account.id, sql`approval.requested_by`];
  return areLinked(sql, { one, other, actedAt: sql`approval.requested_at` });
}

function selectApprovals(sql: Queryable, who: Who) {
  return sql`
    select ${isLinkedTo(sql, who)} as is_linked, approval.portfolio_id, approval.id, approval.kind, approval.state, approval.subject,
      approval.loan_id, borrower.name as borrower, case when payment.id is not null then
        jsonb_build_object('valueDate', payment.value_date, 'method', payment.method) end as payment,
      approval.loans, approval.amount_minor, approval.currency,
      approval.command, approval.before, approval.after, approval.reason,
      approval.requested_by as requester_id, requester.role as requester_role,
      requester.name as requested_by,
      approval.requested_at, approval.decided_by as decider_id, decider.name as decided_by,
      approval.decided_at, approval.decision_reason, approval.failure,
      approval.offer as stored_offer, approval.offer_accepted_at
    from approvals approval
    join accounts requester on requester.id = approval.requested_by
    left join accounts decider on decider.id = approval.decided_by
    left join loans loan
      on loan.portfolio_id = approval.portfolio_id and loan.id = approval.loan_id
    left join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join payments payment
      on approval.kind = 'reverse-payment' and payment.portfolio_id = approval.portfolio_id
      and payment.id = approval.subject_id`;
}

export async function findApproval(
  sql: Queryable,
  { who, id }: { who: Who; id: string },
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    ${selectApprovals(sql, who)} where ${reaches(sql, who)} and approval.id = ${id}`;
  return row ?? null;
}

/**
 * Locks the request until the transaction ends, so that the second of two deciders sees the first
 * decision.
 */
export async function lockApproval(
  transaction: Transaction,
  { who, id }: { who: Who; id: string },
): Promise<ApprovalRow | null> {
  const [row] = await transaction<ApprovalRow[]>`
    ${selectApprovals(transaction, who)} where ${reaches(transaction, who)} and approval.id = ${id}
    for update of approval`;
  return row ?? null;
}

type ListQuery = {
  readonly state: 'waiting' | 'decided';
  readonly kind?: ApprovalKind | undefined;
  readonly own?: boolean | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function listApprovalRows(
  sql: Queryable,
  { who, query }: { who: Who; query: ListQuery },
) {
  const cursor = readCursor(query.after, 'instant');
  const rows = await sql<ApprovalRow[]>`
    ${selectApprovals(sql, who)}
    where ${allOf(sql, [
      reaches(sql, who),
      query.state === 'waiting'
        ? sql`approval.state = 'waiting'`
        : sql`approval.state <> 'waiting'`,
      ...(query.kind ? [sql`approval.kind = ${query.kind}`] : []),
      ...(query.own ? [sql`approval.requested_by = ${who.account.id}`] : []),
      ...(cursor
        ? [
            sql`(approval.requested_at, approval.id)
              < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`,
          ]
        : []),
    ])}
    order by approval.requested_at desc, approval.id desc
    limit ${query.limit + 1}`;
  return pageOf(rows, { limit: query.limit, valueOf: (row) => row.requestedAt });
}

export async function countWaiting(
  sql: Queryable,
  who: Who,
): Promise<{ waiting: number; listed: number }> {
  const decidable = sql`${isDecidedBy(sql, who.permissions)}
    and ${inDecidersScope(sql, who.scope)}
    and approval.requested_by <> ${who.account.id} and not ${isLinkedTo(sql, who)}`;
  const [row] = await sql<{ waiting: number; listed: number }[]>`
    select count(*) filter (where ${decidable}) as waiting, count(*) as listed
    from approvals approval
    where ${reaches(sql, who)} and approval.state = 'waiting'`;
  return row ? { ...row } : { waiting: 0, listed: 0 };
}

/** Returns the request in the form of the API contract, from the caller's point of view. */
export function toApproval(row: ApprovalRow, { account, permissions }: Who): Approval {
  const { portfolioId: _books, requesterId, deciderId: _by, command, ...further } = row;
  const { requesterRole: requestedBy, storedOffer, offerAcceptedAt, ...approval } = further;
  const isOwn = requesterId === account.id;
  const isOpen = row.state === 'waiting' && !isOwn && !row.isLinked;
  const deciding = decidingPermissions({ kind: row.kind, requestedBy });
  return {
    ...approval,
    terms: row.kind === 'reschedule-loan' ? planTermsOf(command) : null,
    offer: storedOffer && {
      terms: storedOffer.terms,
      after: storedOffer.after,
      acceptedAt: offerAcceptedAt,
    },
    isOwn,
    mayDecide: isOpen && deciding.some((one) => permissions.has(one)),
  };
}

const requestedPlan = newTerms.extend({ plan: z.string() });

function planTermsOf(command: unknown): Approval['terms'] {
  const read = requestedPlan.safeParse(command);
  if (!read.success) return null;
  const { plan: _plan, ...terms } = read.data;
  return terms;
}

type Decision = {
  readonly portfolioId: string;
  readonly id: string;
  readonly state: Exclude<Approval['state'], 'waiting'>;
  readonly decidedBy: string;
  readonly decidedAt: string;
  readonly reason: string;
  readonly failure?: Refusal | undefined;
  readonly offer?: StoredOffer | null;
};

export async function updateDecision(transaction: Transaction, decision: Decision): Promise<void> {
  const { failure, offer = null } = decision;
  const failureJson =
    failure && transaction.json({ code: failure.code, details: failure.details ?? {} });
  await transaction`
    update approvals set state = ${decision.state}, decided_by = ${decision.decidedBy},
      decided_at = ${decision.decidedAt}, decision_reason = ${decision.reason},
      failure = ${failureJson ?? null}, offer = ${offer && transaction.json(offer)}
    where portfolio_id = ${decision.portfolioId} and id = ${decision.id}`;
}

type OfferMade = StoredOffer & {
  readonly loanId: string;
  readonly requestedBy: string;
  readonly decidedBy: string;
};

/** Locks an offer that nobody accepted yet; null if there is none under the request's id. */
export async function lockOffer(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<OfferMade | null> {
  const [row] = await transaction<
    { offer: StoredOffer; loanId: string; requestedBy: string; decidedBy: string }[]
  >`
    select offer, loan_id, requested_by, decided_by from approvals
    where portfolio_id = ${portfolioId} and id = ${id}
      and offer is not null and offer_accepted_at is null
    for update`;
  if (!row) return null;
  const { offer, ...made } = row;
  return { ...offer, ...made };
}

export async function markOfferAccepted(
  transaction: Transaction,
  { portfolioId, id, at }: { portfolioId: string; id: string; at: string },
): Promise<void> {
  await transaction`
    update approvals set offer_accepted_at = ${at}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

type AskedBefore = {
  readonly kind: ApprovalKind;
  readonly state: Approval['state'];
  readonly requestedBy: string;
  readonly command: unknown;
};

/**
 * Finds the request stored under an id, made by any account, to distinguish a retry from another
 * command.
 */
export async function findRequest(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<AskedBefore | null> {
  const [row] = await sql<AskedBefore[]>`
    select kind, state, requested_by, command from approvals
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export async function isAwaited(
  sql: Queryable,
  { portfolioId, kind, subjectId }: Pick<NewApproval, 'portfolioId' | 'kind' | 'subjectId'>,
): Promise<boolean> {
  const rows = await sql`
    select from approvals
    where portfolio_id = ${portfolioId} and kind = ${kind} and subject_id = ${subjectId}
      and state = 'waiting'`;
  return rows.length > 0;
}

/**
 * Lists the ids of active accounts that may decide a new request: those of the given roles with the
 * loan or its portfolio in scope, except the requester and accounts linked to the requester.
 */
export async function listDeciders(
  sql: Queryable,
  {
    portfolioId,
    loanId,
    requestedBy,
    at,
    roles,
  }: Pick<NewApproval, 'portfolioId' | 'loanId' | 'requestedBy'> & {
    readonly at: string;
    readonly roles: readonly string[];
  },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select account.id from accounts account
    left join loan_state state
      on state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
    where account.status = 'active' and account.id <> ${requestedBy}
      and not ${areLinked(sql, { one: sql`account.id`, other: requestedBy, actedAt: at })}
      and account.role = any(${[...roles]}::text[])
      and case account.role
        when 'admin' then true
        when 'user' then account.portfolio_id = ${portfolioId}
        when 'team' then account.portfolio_id = ${portfolioId} and account.team_id = state.team_id
        else account.id = state.agent_id
      end`;
  return rows.map(({ id }) => id);
}
