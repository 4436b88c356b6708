import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { takeBackup } from '@bursar/api/features/control/backups/take-backup';
import { restoreBackup } from '@bursar/api/features/control/backups/restore-backup';
import { secondsOf } from '../seconds-of.ts';
import { withEmptyDatabase, type BenchDatabase } from '../with-database.ts';

export type BackupMeasurement = {
  readonly rows: number;
  readonly bytes: number;
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
};

/** Takes a backup of the book and restores it into another database. */
export async function measureBackup({ owner, folder }: BenchDatabase): Promise<BackupMeasurement> {
  const path = join(folder, 'scale.backup');
  const documentPlace = join(folder, 'bench-documents');
  await mkdir(documentPlace);
  let rows = 0;
  const backupSeconds = await secondsOf(async () => {
    const taken = await takeBackup(owner, { path, documentPlace });
    if (!taken.ok) throw new Error(taken.problem);
    rows = taken.sums.rows;
  });
  const { size: bytes } = await stat(path);
  const restoreSeconds = await withEmptyDatabase((empty) =>
    secondsOf(async () => {
      const restored = await restoreBackup(empty.owner, {
        path,
        documentPlace: join(empty.folder, 'bench-documents'),
        now: new Date(),
        report: () => undefined,
      });
      if (!restored.ok) throw new Error(restored.problem);
    }),
  );
  return { rows, bytes, backupSeconds, restoreSeconds };
}
