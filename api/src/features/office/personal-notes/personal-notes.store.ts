import type { PersonalNoteView } from '@bursar/contracts/choices';
import type { PersonalNote, PersonalNoteInputs } from '@bursar/contracts/office/personal-notes';
import { byItsMaker, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import { matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { mayRuleRecord, ownOrShared, type Scope } from '../../../platform/scope.ts';

export const personalNotes: AppRecordKind<never, 'only_maker_may'> = {
  table: 'personal_notes',
  noun: 'memo',
  mayRemove: byItsMaker,
  inReach: (sql, scope) => ownOrShared(sql, scope, 'record'),
  recordAccess: (sql) => sql`record.owner_id, record.is_shared, '{}'::uuid[] as others,
    jsonb_build_object('title', record.title) as details`,
};

export function columnsOf({ title, text, colour, tags, isShared }: PersonalNoteInputs): Columns {
  return {
    title: title.trim(),
    text,
    colour,
    tags: [...new Set(tags.map((tag) => tag.trim()))],
    is_shared: isShared,
  };
}

function inView(sql: Queryable, view: PersonalNoteView, { accountId }: Scope): Fragment {
  if (view === 'own') return sql`record.owner_id = ${accountId}`;
  if (view === 'shared') return sql`record.is_shared`;
  return view === 'favourite' ? sql`mark.personal_note_id is not null` : sql`true`;
}

type Asked = {
  readonly personalNotes: PersonalNoteView;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
};

const PERSONAL_NOTES_MAX = 500;

export async function listPersonalNoteRows(
  sql: Queryable,
  scope: Scope,
  asked: Asked,
): Promise<PersonalNote[]> {
  const { q, tag } = asked;
  const text = sql`search_form(record.title || ' ' || record.text)`;
  const rows = await sql<
    (Omit<PersonalNote, 'madeBy' | 'mayRemove'> & { ownerId: string; ownerName: string })[]
  >`
    select record.id, record.version, record.title, record.text, record.colour, record.tags,
      record.is_shared, record.owner_id, owner.name as owner_name,
      mark.personal_note_id is not null as is_favourite
    from personal_notes record join accounts owner on owner.id = record.owner_id
    left join personal_note_favourites mark
      on mark.personal_note_id = record.id and mark.account_id = ${scope.accountId}
    where ${ownOrShared(sql, scope, 'record')} and ${inView(sql, asked.personalNotes, scope)}
      ${q?.trim() ? sql`and ${matchesSearch(sql, text, q)}` : sql``}
      ${tag === undefined ? sql`` : sql`and ${tag} = any(record.tags)`}
    order by mark.personal_note_id is null, lower(record.title), record.id limit ${PERSONAL_NOTES_MAX}`;
  return rows.map(({ ownerId, ownerName, ...row }) => ({
    ...row,
    madeBy: { id: ownerId, name: ownerName },
    mayRemove: mayRuleRecord(scope, { ownerId }),
  }));
}

export async function listPersonalNoteTags(sql: Queryable, scope: Scope): Promise<string[]> {
  const rows = await sql<{ tag: string }[]>`
    select distinct unnest(record.tags) as tag from personal_notes record
    where ${ownOrShared(sql, scope, 'record')} order by tag limit ${PERSONAL_NOTES_MAX}`;
  return rows.map(({ tag }) => tag);
}

export async function putFavourite(
  transaction: Transaction,
  { accountId, id, isFavourite }: { accountId: string; id: string; isFavourite: boolean },
): Promise<void> {
  await (isFavourite
    ? transaction`
        insert into personal_note_favourites (account_id, personal_note_id) values (${accountId}, ${id})
        on conflict do nothing`
    : transaction`
        delete from personal_note_favourites where account_id = ${accountId} and personal_note_id = ${id}`);
}
