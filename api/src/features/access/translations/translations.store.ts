import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListMissingTranslations } from '@bursar/contracts/access/translations';
import type { Queryable } from '../../../platform/database.ts';

/** Anyone may post here, so the number of stored keys per file is limited. */
const KEYS_PER_FILE_MAX = 100;
const KEYS_A_CALL = 50;
const LISTED_MAX = 1_000;

/** Returns at most 50 keys of the body that look like ours and ignores everything else. */
export function readKeys(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body)
    .filter((key) => /^[\w.:-]{1,200}$/.test(key))
    .slice(0, KEYS_A_CALL);
}

/**
 * Records missing keys. A key counts at most once a minute, because many browsers can miss the same
 * key at once.
 */
export async function noteMissing(
  sql: Queryable,
  missing: { language: string; namespace: string; keys: readonly string[]; at: Date },
): Promise<void> {
  const { language, namespace, keys } = missing;
  if (keys.length === 0) return;
  const at = missing.at.toISOString();
  await sql`
    insert into missing_translations as known
      (language, namespace, key, first_seen_at, last_seen_at)
    select ${language}, ${namespace}, new.key, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${[...keys]}::text[]) with ordinality as new(key, nth)
    cross join (
      select count(*) as stored, array_agg(key) as keys from missing_translations
      where language = ${language} and namespace = ${namespace}
    ) file
    where new.key = any(file.keys) or file.stored + new.nth <= ${KEYS_PER_FILE_MAX}
    on conflict (language, namespace, key) do update
      set times = known.times + 1, last_seen_at = excluded.last_seen_at
      where known.last_seen_at <= excluded.last_seen_at - interval '1 minute'`;
}

export async function listMissing(
  sql: Queryable,
): Promise<AnswerOf<ListMissingTranslations>['missing']> {
  const rows = await sql<AnswerOf<ListMissingTranslations>['missing']>`
    select language, namespace, key, times, first_seen_at, last_seen_at
    from missing_translations order by last_seen_at desc, key limit ${LISTED_MAX}`;
  return rows.map((row) => ({ ...row }));
}
