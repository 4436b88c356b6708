import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import type { LoanTag } from '@bursar/contracts/servicing/loans';
import type { Tag } from '@bursar/contracts/distribution/tags';
import { readByValues, type Queryable, type Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { matchesSelection, selectionTables } from '../assignments/selected-loans.store.ts';

/** Lists all tags of the portfolio, with the number of their loans in the caller's scope. */
export async function listTagsInScope(sql: Queryable, scope: Scope): Promise<Tag[]> {
  if (scope.role === 'admin') return [];
  const rows = await sql<Tag[]>`
    select tag.id, tag.name, tag.colour, tag.version, coalesce(used.loans, 0) as loans
    from tags tag
    left join (
      select tagged.tag_id, count(*) as loans
      from loan_tags tagged
      join loan_state state
        on state.portfolio_id = tagged.portfolio_id and state.loan_id = tagged.loan_id
      where ${inScope(sql, scope, 'state')}
      group by tagged.tag_id
    ) used on used.tag_id = tag.id
    where tag.portfolio_id = ${scope.portfolioId}
    order by lower(tag.name)`;
  return rows.map((row) => ({ ...row }));
}

type OneTag = { readonly portfolioId: string; readonly id: string };

export async function findTag(sql: Queryable, { portfolioId, id }: OneTag) {
  const [row] = await sql<(LoanTag & { version: number; createdBy: string })[]>`
    select id, name, colour, version, created_by
    from tags where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

/**
 * Finds and locks a tag until the transaction ends, so only the first of two concurrent removals
 * finds it.
 */
export async function holdTag(
  transaction: Transaction,
  { portfolioId, id }: OneTag,
): Promise<LoanTag | null> {
  const [row] = await transaction<LoanTag[]>`
    select id, name, colour from tags
    where portfolio_id = ${portfolioId} and id = ${id} for update`;
  return row ?? null;
}

/** Inserts a tag and returns whether it is new; a repeated id leaves the first one unchanged. */
export async function insertTag(
  transaction: Transaction,
  tag: OneTag & Pick<LoanTag, 'name' | 'colour'> & { createdBy: string; at: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into tags (portfolio_id, id, name, colour, created_by, created_at)
    values (${tag.portfolioId}, ${tag.id}, ${tag.name}, ${tag.colour}, ${tag.createdBy}, ${tag.at})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

/** Updates the tag if the caller saw its current version; returns whether it was updated. */
export async function updateTag(
  transaction: Transaction,
  tag: OneTag & Pick<LoanTag, 'name' | 'colour'> & { version: number },
): Promise<boolean> {
  const rows = await transaction`
    update tags set name = ${tag.name}, colour = ${tag.colour}, version = version + 1
    where portfolio_id = ${tag.portfolioId} and id = ${tag.id} and version = ${tag.version}
    returning id`;
  return rows.length > 0;
}

/** Deletes a tag that the caller has locked; returns how many loans had it. */
export async function deleteTag(
  transaction: Transaction,
  { portfolioId, id }: OneTag,
): Promise<number> {
  const { count } = await transaction`
    delete from loan_tags where portfolio_id = ${portfolioId} and tag_id = ${id}`;
  await transaction`delete from tags where portfolio_id = ${portfolioId} and id = ${id}`;
  return count;
}

/**
 * Locks those tags that belong to the portfolio until the transaction ends. Without the lock, two
 * users who tag the same loans could deadlock.
 */
export async function holdTags(
  transaction: Transaction,
  { portfolioId, ids }: { portfolioId: string; ids: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return transaction<{ id: string; name: string }[]>`
    select id, name from tags
    where portfolio_id = ${portfolioId} and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
}

export async function listSelectedLoans(
  transaction: Transaction,
  viewer: { scope: Scope; businessDate: string; selection: LoanSelection },
): Promise<string[]> {
  const read = () => transaction<{ loanId: string }[]>`
    select state.loan_id ${selectionTables(transaction)}
    where ${matchesSelection(transaction, viewer)}`;
  const rows = await (viewer.selection.filter ? readByValues(transaction, read) : read());
  return rows.map(({ loanId }) => loanId);
}

type Tagging = {
  readonly portfolioId: string;
  readonly tagId: string;
  readonly loanIds: readonly string[];
};

/** Adds the tag; returns the ids of the loans that did not have it before. */
export async function putTagOn(
  transaction: Transaction,
  { portfolioId, tagId, loanIds, by, at }: Tagging & { by: string; at: string },
): Promise<string[]> {
  const rows = await transaction<{ loanId: string }[]>`
    insert into loan_tags (portfolio_id, loan_id, tag_id, put_on_by, put_on_at)
    select ${portfolioId}, loan_id, ${tagId}, ${by}, ${at}
    from unnest(${[...loanIds]}::uuid[]) as loan_id order by loan_id
    on conflict do nothing returning loan_id`;
  return rows.map(({ loanId }) => loanId);
}

/** Removes the tag; returns the ids of the loans that had it. */
export async function takeTagOff(
  transaction: Transaction,
  { portfolioId, tagId, loanIds }: Tagging,
): Promise<string[]> {
  const rows = await transaction<{ loanId: string }[]>`
    delete from loan_tags
    where portfolio_id = ${portfolioId} and tag_id = ${tagId}
      and loan_id = any(${[...loanIds]}::uuid[])
    returning loan_id`;
  return rows.map(({ loanId }) => loanId);
}
