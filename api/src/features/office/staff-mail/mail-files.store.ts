import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { heldBy, type Scope } from '../../../platform/scope.ts';
import type { DocumentKey } from '../../records/documents/document-folder.ts';

export type MailFile = {
  readonly id: string;
  readonly portfolioId: string | null;
  readonly ownerId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly scan: string;
};

/**
 * SQL condition, for the alias `file`: the caller uploaded the file, has a copy of a message that
 * it is attached to, or has attached it to a draft.
 */
export function filesInReach(sql: Queryable, scope: Scope): Fragment {
  return sql`(file.owner_id = ${scope.accountId} or exists (
    select from staff_mail_attachments attached
    join staff_mail_copies copy on copy.mail_id = attached.mail_id
    where attached.file_id = file.id and ${heldBy(sql, scope, 'copy')})
    or exists (select from staff_mail_attachments attached
      join staff_mails mail on mail.id = attached.mail_id
      where attached.file_id = file.id and mail.sent_at is null
        and mail.sender_id = ${scope.accountId}))`;
}

export async function findFile(
  sql: Queryable,
  { scope, id }: { scope: Scope; id: string },
): Promise<MailFile | null> {
  const [row] = await sql<MailFile[]>`
    select file.id, file.portfolio_id, file.owner_id, file.name, file.media_type, file.bytes,
      file.sha256, file.scan
    from staff_mail_files file where file.id = ${id} and ${filesInReach(sql, scope)}`;
  return row ?? null;
}

/** Inserts a file and returns whether it is new; a repeated id leaves the first one unchanged. */
export async function insertFile(
  transaction: Transaction,
  file: MailFile & { filedAt: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into staff_mail_files
      (id, portfolio_id, owner_id, name, media_type, bytes, sha256, scan, filed_at)
    values (${file.id}, ${file.portfolioId}, ${file.ownerId}, ${file.name}, ${file.mediaType},
      ${file.bytes}, ${file.sha256}, ${file.scan}, ${file.filedAt})
    on conflict (id) do nothing returning id`;
  return rows.length > 0;
}

/** Deletes uploads made before a moment that are attached to no message. */
export async function deleteLooseFiles(sql: Queryable, before: string): Promise<void> {
  await sql`
    delete from staff_mail_files file where file.filed_at < ${before}
      and not exists (select from staff_mail_attachments attached
        where attached.file_id = file.id)`;
}

/** Returns the keys of files that have a row, so that their bytes must not be deleted. */
export async function listKnownFiles(
  sql: Queryable,
  keys: readonly DocumentKey[],
): Promise<DocumentKey[]> {
  const rows = await sql<{ id: string }[]>`
    select id from staff_mail_files where id = any(${keys.map(({ id }) => id)}::uuid[])`;
  const known = new Set(rows.map(({ id }) => id));
  return keys.filter(({ id }) => known.has(id));
}

/** Uploads of administrators, who have no portfolio, are stored under this id. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000';

/** Selects all uploads, attached or not, with the portfolio of their folder. */
export function attachmentsWithBytes(sql: Queryable, table: string): Fragment {
  return sql`
    select coalesce(portfolio_id, ${INSTALLATION}) as portfolio_id, id, sha256
    from ${sql(table)}`;
}
