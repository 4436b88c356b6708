import { isTimeZoneName } from '@bursar/contracts/time-zones';
import type { Queryable } from './database.ts';

/**
 * Cache of time zones that PostgreSQL has, because PostgreSQL reads its list from hundreds of
 * files.
 */
const known = new Set<string>();

/** Returns whether the server and PostgreSQL both know a time zone by this exact name. */
export async function isTimeZone(sql: Queryable, name: string): Promise<boolean> {
  if (!isTimeZoneName(name)) return false;
  if (known.has(name)) return true;
  const [found] = await sql`select from pg_timezone_names where name = ${name}`;
  if (found) known.add(name);
  return found !== undefined;
}
