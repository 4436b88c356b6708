import {
  mergedFacts,
  type MergedFact,
  type ReadHoldings,
} from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { columnOf, factsWith, keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { factColumns, factUpdate, plainRates, type Reader } from '../../../platform/facts.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { moveLoansToBorrower } from '../../servicing/loan-account/loan-facts.store.ts';
import type { BorrowerKey, FoundBorrower } from './borrowers.store.ts';

type Pair = {
  readonly portfolioId: string;
  readonly survivorId: string;
  readonly mergedId: string;
};

export type Merge = Pair & {
  readonly id: string;
  readonly survivorVersion: number;
  readonly mergedVersion: number;
  readonly taken: readonly MergedFact[];
  readonly reason: string;
  readonly mergedBy: string;
};

/**
 * Locks the applications, the portfolio, the loans and the borrowers of a merge, in the order that
 * other commands use: a disbursement locks its application and then the portfolio; an import locks
 * the portfolio, then loans, then borrowers.
 */
export async function lockForMerge(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
): Promise<void> {
  const both = [survivorId, mergedId];
  await transaction`
    select from loan_applications
    where portfolio_id = ${portfolioId} and borrower_id = any(${both}::uuid[])
    order by id for update`;
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
  await transaction`
    select from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where loan.portfolio_id = ${portfolioId} and ${hasEither(transaction, { portfolioId, survivorId, mergedId })}
    order by state.loan_id for update of state`;
  await transaction`
    select from borrowers where portfolio_id = ${portfolioId} and id = any(${both}::uuid[])
    order by id for no key update`;
}

/**
 * SQL condition, for the alias `loan`: one of the two borrowers is the loan's first borrower, or is
 * or was a further party of it.
 */
function hasEither(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
): Fragment {
  const both = [survivorId, mergedId];
  return transaction`loan.id = any(array(
    select id from loans
    where portfolio_id = ${portfolioId} and borrower_id = any(${both}::uuid[])
    union
    select loan_id from loan_parties
    where portfolio_id = ${portfolioId} and borrower_id = any(${both}::uuid[])))`;
}

/** Finds an earlier merge with this id, and whether it had the same content. */
export async function findMerge(
  transaction: Transaction,
  merge: Merge,
): Promise<{ isSame: boolean } | null> {
  const [row] = await transaction<{ isSame: boolean }[]>`
    select (kept_id, merged_id, kept_version, merged_version, taken, reason, merged_by)
      = (${merge.survivorId}::uuid, ${merge.mergedId}::uuid, ${merge.survivorVersion}::integer,
        ${merge.mergedVersion}::integer, ${[...merge.taken]}::text[], ${merge.reason}::text,
        ${merge.mergedBy}::uuid) as is_same
    from borrower_merges where portfolio_id = ${merge.portfolioId} and id = ${merge.id}`;
  return row ?? null;
}

export async function insertMerge(
  transaction: Transaction,
  merge: Merge & { readonly mergedAt: string },
): Promise<void> {
  await transaction`
    insert into borrower_merges (portfolio_id, id, kept_id, merged_id, kept_version, merged_version,
      taken, reason, merged_by, merged_at)
    values (${merge.portfolioId}, ${merge.id}, ${merge.survivorId}, ${merge.mergedId},
      ${merge.survivorVersion}, ${merge.mergedVersion}, ${[...merge.taken]}, ${merge.reason},
      ${merge.mergedBy}, ${merge.mergedAt})`;
}

/** Returns whether a loan of either borrower is outside the scope of the user who merges them. */
export async function holdsElsewhere(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
  scope: Scope,
): Promise<boolean> {
  const rows = await transaction`
    select from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId}
      and ${hasEither(transaction, { portfolioId, survivorId, mergedId })}
      and not coalesce(${inScope(transaction, scope, 'state')}, false)
    limit 1`;
  return rows.length > 0;
}

/**
 * Copies the other borrower's contacts to the remaining one; the merged record retains its contacts
 * as history. If both have a value, the later change counts: a value retired after the other was
 * added is retired.
 */
export async function bringContacts(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
): Promise<void> {
  await transaction`
    update borrower_contacts own set is_preferred = false, retired_by = former.retired_by,
      retired_at = former.retired_at, retired_reason = former.retired_reason
    from (
      select distinct on (kind, value) * from borrower_contacts
      where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}
      order by kind, value, retired_at desc nulls first
    ) former
    where own.portfolio_id = ${portfolioId} and own.borrower_id = ${survivorId}
      and own.retired_at is null and (own.kind, own.value) = (former.kind, former.value)
      and former.retired_at > own.added_at`;
  await transaction`
    insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred,
      valid_from, valid_to, added_by, added_at, retired_by, retired_at, retired_reason)
    select portfolio_id, ${survivorId}, gen_random_uuid(), kind, label, value,
      is_preferred and not exists (
        select from borrower_contacts preferred
        where preferred.portfolio_id = ${portfolioId} and preferred.borrower_id = ${survivorId}
          and preferred.kind = other.kind and preferred.is_preferred),
      valid_from, valid_to, added_by, added_at, retired_by, retired_at, retired_reason
    from borrower_contacts other
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId} and not exists (
      select from borrower_contacts known
      where known.portfolio_id = ${portfolioId} and known.borrower_id = ${survivorId}
        and (known.kind, known.value) = (other.kind, other.value)
        and case when other.retired_at is null
          then known.retired_at is null or known.retired_at > other.added_at
          else known.retired_at is not distinct from other.retired_at end)`;
  await transaction`
    update borrower_contacts first set is_preferred = true
    where portfolio_id = ${portfolioId} and borrower_id = ${survivorId} and id in (
      select distinct on (kind) id from borrower_contacts
      where portfolio_id = ${portfolioId} and borrower_id = ${survivorId} and retired_at is null
      order by kind, added_at, id)
      and not exists (
        select from borrower_contacts preferred
        where preferred.portfolio_id = ${portfolioId} and preferred.borrower_id = ${survivorId}
          and preferred.kind = first.kind and preferred.is_preferred)`;
}

/**
 * Copies the merged record's consents, with their numbers, to the remaining borrower, because
 * consents are never changed.
 */
export async function bringConsents(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
): Promise<void> {
  await transaction`
    insert into borrower_consents (portfolio_id, borrower_id, id, channel, state, means,
      recorded_by, recorded_at, number)
    select portfolio_id, ${survivorId}, gen_random_uuid(), channel, state, means, recorded_by,
      recorded_at, number
    from borrower_consents where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}`;
}

/**
 * Moves the records of another module from one borrower to the other; the app lists one such
 * function per module.
 */
export type MoveRecords = (
  transaction: Transaction,
  moving: Pair & { readonly loanIds: readonly string[] },
) => Promise<void>;

/**
 * Moves the loans, identity documents and other records of the merged borrower to the remaining
 * one. Returns the ids of the loans.
 */
export async function moveHoldings(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
  moves: readonly MoveRecords[],
): Promise<readonly string[]> {
  const loanIds = await moveLoansToBorrower(transaction, { portfolioId, survivorId, mergedId });
  await transaction`
    update borrower_identity_documents set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}`;
  for (const move of moves) await move(transaction, { portfolioId, survivorId, mergedId, loanIds });
  return loanIds;
}

const uniqueFacts: readonly MergedFact[] = [
  ...keysOf(factsWith(borrowerFacts, 'isUnique')),
  'externalId',
];

/**
 * Writes the chosen values and marks the other record as merged. A unique number that the remaining
 * record takes is swapped with its own, so that both numbers still find the borrower.
 */
export async function takeFacts(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId, taken }: Merge,
  { survivor, other }: { readonly survivor: FoundBorrower; readonly other: FoundBorrower },
): Promise<void> {
  const chosen = mergedFacts.filter((key) => taken.includes(key));
  const swapped = chosen.filter((key) => uniqueFacts.includes(key));
  if (swapped.length > 0) {
    const none = Object.fromEntries(swapped.map((key) => [columnOf(key), null]));
    await transaction`
      update borrowers set ${transaction(none)}
      where portfolio_id = ${portfolioId} and id = ${mergedId}`;
  }
  const values = Object.fromEntries(chosen.map((key) => [key, other[key]]));
  const version = survivor.version + 1;
  await transaction`
    update borrowers set ${transaction({ ...factUpdate(values), version })}
    where portfolio_id = ${portfolioId} and id = ${survivorId}`;
  const left = factUpdate(Object.fromEntries(swapped.map((key) => [key, survivor[key]])));
  await transaction`
    update borrowers
    set ${transaction({ ...left, version: other.version + 1, merged_into: survivorId })}
    where portfolio_id = ${portfolioId} and id = ${mergedId}`;
  await transaction`
    update borrowers set merged_into = ${survivorId}
    where portfolio_id = ${portfolioId} and merged_into = ${mergedId}`;
}

type Former = Borrower['former'][number];

/** Lists the records that were merged into this one, the latest merge first. */
export async function listFormer(
  sql: Queryable,
  { portfolioId, borrowerId, reader }: BorrowerKey & { readonly reader: Reader },
): Promise<Former[]> {
  const rows = await sql<Former[]>`
    select former.id, former.external_id, portfolio.currency,
      ${factColumns(sql, borrowerFacts, { alias: 'former', reader })},
      account.name as by, merge.merged_at as at, merge.reason
    from borrowers former
    join portfolios portfolio on portfolio.id = former.portfolio_id
    join borrower_merges merge
      on merge.portfolio_id = former.portfolio_id and merge.merged_id = former.id
    join accounts account on account.id = merge.merged_by
    where former.portfolio_id = ${portfolioId} and former.merged_into = ${borrowerId}
    order by merge.merged_at desc, former.id`;
  return rows.map((row) => ({ ...row, ...plainRates(borrowerFacts, row) }));
}

export async function findMergedInto(
  sql: Queryable,
  { portfolioId, borrowerId }: BorrowerKey,
): Promise<Borrower['mergedInto']> {
  const [row] = await sql<NonNullable<Borrower['mergedInto']>[]>`
    select former.merged_into as id, account.name as by, merge.merged_at as at, merge.reason
    from borrowers former
    join borrower_merges merge
      on merge.portfolio_id = former.portfolio_id and merge.merged_id = former.id
    join accounts account on account.id = merge.merged_by
    where former.portfolio_id = ${portfolioId} and former.id = ${borrowerId}`;
  return row ? { ...row } : null;
}

export async function countHoldings(
  sql: Queryable,
  { portfolioId, borrowerId }: BorrowerKey,
): Promise<AnswerOf<ReadHoldings>> {
  const [row] = await sql<AnswerOf<ReadHoldings>[]>`
    select
      (select count(*) from loans where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as loans,
      (select count(*) from loan_parties where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as parties,
      (select count(*) from (
        select id from loan_applications
        where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId}
        union
        select application_id from application_co_borrowers
        where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId}
      ) asking) as applications,
      (select count(*) from documents document
        join loans loan on loan.portfolio_id = document.portfolio_id and loan.id = document.loan_id
        where loan.portfolio_id = ${portfolioId} and loan.borrower_id = ${borrowerId}) as documents,
      (select count(*) from borrower_contacts where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as contacts,
      (select count(*) from borrower_consents where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as consents,
      (select count(*) from borrower_identity_documents where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as identity_documents,
      (select count(*) from call_centre_patients where portfolio_id = ${portfolioId}
        and borrower_id = ${borrowerId}) as patients`;
  if (!row) throw new Error('a count answers one row');
  return { ...row };
}
