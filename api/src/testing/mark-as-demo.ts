import type { Database } from '../platform/database.ts';

/** Marks a portfolio as demo data, bypassing the trigger that forbids any change of the mark. */
export async function markAsDemo(owner: Database, id: string, name: string): Promise<void> {
  await owner`alter table portfolios disable trigger portfolios_keep_demo_mark`;
  await owner`update portfolios set name = ${name}, is_demo = true where id = ${id}`;
  await owner`alter table portfolios enable trigger portfolios_keep_demo_mark`;
}
