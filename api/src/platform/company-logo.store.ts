import type { Queryable } from './database.ts';

/** Finds the logo for documents, emails and the sign-in page; null if there is none. */
export async function findLogo(sql: Queryable): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`select content from company_logos`;
  return row?.content ?? null;
}
