import type {
  ExternalContact,
  ExternalContactInputs,
} from '@bursar/contracts/office/external-contacts';
import { byItsMaker, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import { matchesSearch } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { mayRuleRecord, ownOrShared, type Scope } from '../../../platform/scope.ts';

export const externalContacts: AppRecordKind<never, 'only_maker_may'> = {
  table: 'external_contacts',
  noun: 'acquaintance',
  mayRemove: byItsMaker,
  inReach: (sql, scope) => ownOrShared(sql, scope, 'record'),
  recordAccess: (sql) => sql`record.owner_id, record.is_shared, '{}'::uuid[] as others,
    jsonb_build_object('name', record.name) as details`,
};

export function columnsOf(person: ExternalContactInputs): Columns {
  const { name, organisation, occupation, email, phone, address, details, isShared } = person;
  return {
    name: name.trim(),
    organisation: organisation.trim(),
    occupation: occupation.trim(),
    email: email.trim(),
    phone: phone.trim(),
    address,
    details,
    is_shared: isShared,
  };
}

type Asked = {
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function listExternalContactRows(
  sql: Queryable,
  scope: Scope,
  { q, after, limit }: Asked,
): Promise<{ rows: ExternalContact[]; nextCursor: string | null }> {
  const from = readCursor(after, 'text');
  const text = sql`search_form(concat_ws(' ', record.name, record.organisation, record.occupation,
    record.email, record.phone))`;
  const rows = await sql<
    (Omit<ExternalContact, 'madeBy' | 'mayRemove'> & {
      ownerId: string;
      ownerName: string;
    })[]
  >`
    select record.id, record.version, record.name, record.organisation, record.occupation,
      record.email, record.phone, record.address, record.details, record.is_shared,
      record.owner_id, owner.name as owner_name
    from external_contacts record join accounts owner on owner.id = record.owner_id
    where ${ownOrShared(sql, scope, 'record')}
      ${q?.trim() ? sql`and ${matchesSearch(sql, text, q)}` : sql``}
      ${from ? sql`and (lower(record.name), record.id) > (lower(${from.value}::text), ${from.id}::uuid)` : sql``}
    order by lower(record.name), record.id limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: ({ name }) => name });
  return {
    rows: page.map(({ ownerId, ownerName, ...row }) => ({
      ...row,
      madeBy: { id: ownerId, name: ownerName },
      mayRemove: mayRuleRecord(scope, { ownerId }),
    })),
    nextCursor,
  };
}
