import type { LoanParty } from '@bursar/contracts/records/loan-parties';
import type { PartyRole } from '@bursar/contracts/choices';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import {
  borrowersInScope,
  inScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';

type PartyKey = { readonly portfolioId: string; readonly id: string };

export type NewParty = PartyKey & {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly role: PartyRole;
  readonly note: string;
  readonly addedBy: string;
  readonly addedAt: string;
};

const ENDED_SHOWN = 100;

type PartyRow = Omit<LoanParty, 'borrower' | 'ended'> & {
  readonly borrowerId: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly kind: LoanParty['borrower']['kind'];
  readonly endedBy: string | null;
  readonly endedAt: string | null;
  readonly endedReason: string | null;
};

/**
 * Lists active parties in the order in which they were added, then the ones that ended last; null
 * outside the scope.
 */
export async function listPartiesOfLoan(
  sql: Queryable,
  { loanId, now, ...viewer }: Viewer & { loanId: string; now: Date },
): Promise<LoanParty[] | null> {
  const [loan] = await sql<{ portfolioId: string; today: string }[]>`
    select state.portfolio_id, ${todayOf(sql, viewer, 'state')} as today from loan_state state
    where ${inScope(sql, viewer.scope, 'state')} and state.loan_id = ${loanId}`;
  if (!loan) return null;
  const rows = await sql<PartyRow[]>`
    select party.id, party.borrower_id, borrower.name, borrower.external_id,
      coalesce(borrower.borrower_kind, 'person') as kind, party.role, party.note,
      case when party.ended_at is null
        then borrower_reach(party.portfolio_id, party.borrower_id, 'phone', ${loan.today})
      end as phone,
      withdrawn_channels(party.portfolio_id, party.borrower_id, ${now.toISOString()})
        as withdrawn_channels,
      adder.name as added_by, party.added_at, ender.name as ended_by, party.ended_at,
      party.ended_reason
    from loan_parties party
    join borrowers borrower
      on borrower.portfolio_id = party.portfolio_id and borrower.id = party.borrower_id
    join accounts adder on adder.id = party.added_by
    left join accounts ender on ender.id = party.ended_by
    where party.portfolio_id = ${loan.portfolioId} and party.loan_id = ${loanId}
    order by party.ended_at desc nulls first, party.added_at, party.id
    limit ${ENDED_SHOWN + 10}`;
  return rows.map(toParty);
}

function toParty({ borrowerId, name, externalId, kind, ...row }: PartyRow): LoanParty {
  const { endedBy: by, endedAt: at, endedReason: reason, ...party } = row;
  const ended = by !== null && at !== null && reason !== null ? { by, at, reason } : null;
  return { ...party, borrower: { id: borrowerId, name, externalId, kind }, ended };
}

/**
 * Finds an earlier party with this id, and whether it had the same content, even if its borrower
 * was merged since.
 */
export async function findSentParty(
  transaction: Transaction,
  party: NewParty,
): Promise<{ isSame: boolean } | null> {
  const [row] = await transaction<{ isSame: boolean }[]>`
    select (loan_id, role, note, added_by, borrower_id)
      = (${party.loanId}::uuid, ${party.role}::text, ${party.note}::text, ${party.addedBy}::uuid,
        coalesce((select merged_into from borrowers
          where portfolio_id = ${party.portfolioId} and id = ${party.borrowerId}),
          ${party.borrowerId}::uuid)) as is_same
    from loan_parties where portfolio_id = ${party.portfolioId} and id = ${party.id}`;
  return row ?? null;
}

type Candidate = {
  readonly name: string | null;
  readonly externalId: string | null;
  readonly mergedInto: string | null;
};

/**
 * Finds the borrower to add, in the caller's scope, and locks the record against merging until the
 * transaction ends.
 */
export async function holdCandidate(
  transaction: Transaction,
  {
    scope,
    portfolioId,
    borrowerId,
  }: Pick<NewParty, 'portfolioId' | 'borrowerId'> & { scope: Scope },
): Promise<Candidate | null> {
  const [row] = await transaction<Candidate[]>`
    select borrower.name, borrower.external_id, borrower.merged_into from borrowers borrower
    where borrower.portfolio_id = ${portfolioId} and borrower.id = ${borrowerId}
      and ${borrowersInScope(transaction, scope)}
    for share of borrower`;
  return row ?? null;
}

/**
 * Returns whether the candidate is already on the loan. Check this after the candidate is locked,
 * because a merge that held the lock may have added the candidate.
 */
export async function isOnLoan(
  transaction: Transaction,
  { portfolioId, loanId, borrowerId }: NewParty,
): Promise<boolean> {
  const rows = await transaction`
    select from loans
    where portfolio_id = ${portfolioId} and id = ${loanId} and borrower_id = ${borrowerId}
    union all
    select from loan_parties
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and borrower_id = ${borrowerId}
      and ended_at is null`;
  return rows.length > 0;
}

export async function countCurrentParties(
  transaction: Transaction,
  { portfolioId, loanId }: Pick<NewParty, 'portfolioId' | 'loanId'>,
): Promise<number> {
  const [row] = await transaction<{ count: number }[]>`
    select count(*) as count from loan_parties
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and ended_at is null`;
  return row?.count ?? 0;
}

export async function insertParty(transaction: Transaction, party: NewParty): Promise<void> {
  await transaction`
    insert into loan_parties (portfolio_id, id, loan_id, borrower_id, role, note, added_by, added_at)
    values (${party.portfolioId}, ${party.id}, ${party.loanId}, ${party.borrowerId}, ${party.role},
      ${party.note}, ${party.addedBy}, ${party.addedAt})`;
}

type StoredParty = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly role: PartyRole;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly endedBy: string | null;
  readonly endedReason: string | null;
};

export async function findParty(
  transaction: Transaction,
  { portfolioId, id }: PartyKey,
): Promise<StoredParty | null> {
  const [row] = await transaction<StoredParty[]>`
    select party.loan_id, party.borrower_id, party.role, borrower.name, borrower.external_id,
      party.ended_by, party.ended_reason
    from loan_parties party
    join borrowers borrower
      on borrower.portfolio_id = party.portfolio_id and borrower.id = party.borrower_id
    where party.portfolio_id = ${portfolioId} and party.id = ${id}`;
  return row ?? null;
}

export async function endParty(
  transaction: Transaction,
  {
    portfolioId,
    id,
    by,
    at,
    reason,
  }: PartyKey & { readonly by: string; readonly at: string; readonly reason: string },
): Promise<void> {
  await transaction`
    update loan_parties set ended_by = ${by}, ended_at = ${at}, ended_reason = ${reason}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}
