import type { Queryable, Transaction } from '../../../platform/database.ts';

export async function findSince(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ since: string }[]>`select since from maintenance`;
  return row?.since ?? null;
}

/** Returns the id of the new maintenance; null if maintenance was already on. */
export async function insertMaintenance(
  transaction: Transaction,
  { id, begunBy, at }: { id: string; begunBy: string; at: Date },
): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`
    insert into maintenance (id, since, begun_by) values (${id}, ${at.toISOString()}, ${begunBy})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Returns the id of the maintenance that ended; null if there was none. */
export async function removeMaintenance(transaction: Transaction): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`delete from maintenance returning id`;
  return row?.id ?? null;
}
