import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListMissingTranslations } from '@bursar/contracts/translations';
import type { Queryable } from '../../platform/database.ts';

/** Anyone may post here, so the list has an end: further keys are not kept. */
const KEPT_MAX = 1_000;
const KEYS_A_CALL = 50;

/** The keys of a call that look like keys of ours; everything else is passed over. */
export function readKeys(language: string, namespace: string, body: unknown): string[] {
  const name = /^[a-z][\w-]{0,19}$/i;
  if (!name.test(language) || !/^[a-z][\w-]{0,59}$/i.test(namespace)) return [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.keys(body)
    .filter((key) => /^[\w.:-]{1,200}$/.test(key))
    .slice(0, KEYS_A_CALL);
}

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
    select ${language}, ${namespace}, key, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${[...keys]}::text[]) as new(key)
    where (select count(*) from missing_translations) < ${KEPT_MAX}
    on conflict (language, namespace, key) do update
      set times = known.times + 1, last_seen_at = excluded.last_seen_at`;
}

export async function listMissing(
  sql: Queryable,
): Promise<AnswerOf<ListMissingTranslations>['missing']> {
  const rows = await sql<AnswerOf<ListMissingTranslations>['missing']>`
    select language, namespace, key, times, first_seen_at, last_seen_at
    from missing_translations order by last_seen_at desc, key limit ${KEPT_MAX}`;
  return rows.map((row) => ({ ...row }));
}
