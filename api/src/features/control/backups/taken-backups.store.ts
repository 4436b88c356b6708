import type { ListBackups } from '@bursar/contracts/control/backups';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Database, Queryable } from '../../../platform/database.ts';
import { ownTable } from '../../../platform/postgres/lender-names.ts';

export type TakenBackupRow = AnswerOf<ListBackups>['backups'][number];

const BACKUPS_SHOWN = 30;

export async function listBackups(sql: Queryable): Promise<TakenBackupRow[]> {
  const rows = await sql<TakenBackupRow[]>`
    select taken_at, file_name, bytes, row_count as rows, document_count as documents,
      lost_documents, checked_at
    from backups order by taken_at desc limit ${BACKUPS_SHOWN}`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Records a backup, if the database has the table. A backup before an update may be of a database
 * that is not migrated yet.
 */
export async function insertBackup(owner: Database, backup: TakenBackupRow): Promise<void> {
  const [known] = await owner<{ isThere: boolean }[]>`
    select ${ownTable(owner, 'backups')} is not null as is_there`;
  if (!known?.isThere) return;
  await owner`
    insert into backups (taken_at, file_name, bytes, row_count, document_count, lost_documents,
      checked_at)
    values (${backup.takenAt}, ${backup.fileName}, ${backup.bytes}, ${backup.rows},
      ${backup.documents}, ${backup.lostDocuments}, ${backup.checkedAt})
    on conflict (taken_at) do nothing`;
}
