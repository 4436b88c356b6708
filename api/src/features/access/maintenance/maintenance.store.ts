import type { Queryable, Transaction } from '../../../platform/database.ts';

export async function findSince(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ since: string }[]>`select since from maintenance`;
  return row?.since ?? null;
}

/** Switches maintenance on and returns its id; null if it was already on. */
export async function insertMaintenance(
  transaction: Transaction,
  { id, begunBy, at }: { id: string; begunBy: string; at: Date },
): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`
    insert into maintenance (id, since, begun_by) values (${id}, ${at.toISOString()}, ${begunBy})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Switches maintenance off and returns its id; null if it was not on. */
export async function removeMaintenance(transaction: Transaction): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`delete from maintenance returning id`;
  return row?.id ?? null;
}
