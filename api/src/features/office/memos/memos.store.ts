import type { MemoView } from '@bursar/contracts/choices';
import type { Memo, MemoInputs } from '@bursar/contracts/office/memos';
import { byItsMaker, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import { hasWords, type Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { mayRuleRecord, ownOrShared, type Scope } from '../../../platform/scope.ts';

export const memos: AppRecordKind<never, 'only_maker_may'> = {
  table: 'memos',
  noun: 'memo',
  mayRemove: byItsMaker,
  inReach: (sql, scope) => ownOrShared(sql, scope, 'record'),
  standing: (sql) => sql`record.owner_id, record.is_shared, '{}'::uuid[] as others,
    jsonb_build_object('title', record.title) as told`,
};

export function columnsOf({ title, text, colour, tags, isShared }: MemoInputs): Columns {
  return {
    title: title.trim(),
    text,
    colour,
    tags: [...new Set(tags.map((tag) => tag.trim()))],
    is_shared: isShared,
  };
}

function inView(sql: Queryable, view: MemoView, { accountId }: Scope): Fragment {
  if (view === 'own') return sql`record.owner_id = ${accountId}`;
  if (view === 'shared') return sql`record.is_shared`;
  return view === 'favourite' ? sql`mark.memo_id is not null` : sql`true`;
}

type Asked = {
  readonly memos: MemoView;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
};

const MOST_MEMOS = 500;

export async function listMemoRows(sql: Queryable, scope: Scope, asked: Asked): Promise<Memo[]> {
  const { q, tag } = asked;
  const text = sql`search_form(record.title || ' ' || record.text)`;
  const rows = await sql<
    (Omit<Memo, 'madeBy' | 'mayRemove'> & { ownerId: string; ownerName: string })[]
  >`
    select record.id, record.version, record.title, record.text, record.colour, record.tags,
      record.is_shared, record.owner_id, owner.name as owner_name,
      mark.memo_id is not null as is_favourite
    from memos record join accounts owner on owner.id = record.owner_id
    left join memo_favourites mark
      on mark.memo_id = record.id and mark.account_id = ${scope.accountId}
    where ${ownOrShared(sql, scope, 'record')} and ${inView(sql, asked.memos, scope)}
      ${q?.trim() ? sql`and ${hasWords(sql, text, q)}` : sql``}
      ${tag === undefined ? sql`` : sql`and ${tag} = any(record.tags)`}
    order by mark.memo_id is null, lower(record.title), record.id limit ${MOST_MEMOS}`;
  return rows.map(({ ownerId, ownerName, ...row }) => ({
    ...row,
    madeBy: { id: ownerId, name: ownerName },
    mayRemove: mayRuleRecord(scope, { ownerId }),
  }));
}

export async function listMemoTags(sql: Queryable, scope: Scope): Promise<string[]> {
  const rows = await sql<{ tag: string }[]>`
    select distinct unnest(record.tags) as tag from memos record
    where ${ownOrShared(sql, scope, 'record')} order by tag limit ${MOST_MEMOS}`;
  return rows.map(({ tag }) => tag);
}

export async function putFavourite(
  transaction: Transaction,
  { accountId, id, isFavourite }: { accountId: string; id: string; isFavourite: boolean },
): Promise<void> {
  await (isFavourite
    ? transaction`
        insert into memo_favourites (account_id, memo_id) values (${accountId}, ${id})
        on conflict do nothing`
    : transaction`
        delete from memo_favourites where account_id = ${accountId} and memo_id = ${id}`);
}
