import type { SavedView } from '@bursar/contracts/access/saved-views';
import type { Queryable, Transaction } from '../../../platform/database.ts';

type Owned = { readonly accountId: string };

export async function listViews(
  sql: Queryable,
  { accountId, list }: Owned & { list: string },
): Promise<SavedView[]> {
  const rows = await sql<SavedView[]>`
    select id, name, search, is_default from saved_views
    where account_id = ${accountId} and list = ${list} order by created_at, id`;
  return rows.map((row) => ({ ...row }));
}

export async function findView(
  sql: Queryable,
  { accountId, id }: Owned & { id: string },
): Promise<(SavedView & { list: string }) | null> {
  const [row] = await sql<(SavedView & { list: string })[]>`
    select id, list, name, search, is_default from saved_views
    where account_id = ${accountId} and id = ${id} for update`;
  return row ?? null;
}

/**
 * Inserts a view or overwrites the one of the same name, whose position and default flag remain.
 */
export async function putView(
  transaction: Transaction,
  view: Owned & Pick<SavedView, 'id' | 'name' | 'search'> & { list: string; at: string },
): Promise<SavedView> {
  const [row] = await transaction<SavedView[]>`
    insert into saved_views (account_id, id, list, name, search, created_at)
    values (${view.accountId}, ${view.id}, ${view.list}, ${view.name}, ${view.search}, ${view.at})
    on conflict (account_id, list, lower(name))
    do update set name = excluded.name, search = excluded.search
    returning id, name, search, is_default`;
  if (!row) throw new Error(`view ${view.id} was stored but is missing`);
  return row;
}

/**
 * Makes a view the default of its list or, if `isDefault` is false, leaves the list without a
 * default. A list has at most one default view, so the former one is cleared first.
 */
export async function setDefault(
  transaction: Transaction,
  { accountId, id, list, isDefault }: Owned & { id: string; list: string; isDefault: boolean },
): Promise<void> {
  await transaction`
    update saved_views set is_default = false
    where account_id = ${accountId} and list = ${list} and is_default`;
  if (!isDefault) return;
  await transaction`
    update saved_views set is_default = true where account_id = ${accountId} and id = ${id}`;
}

export async function deleteView(
  transaction: Transaction,
  { accountId, id }: Owned & { id: string },
): Promise<void> {
  await transaction`delete from saved_views where account_id = ${accountId} and id = ${id}`;
}
