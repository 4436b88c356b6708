import type { BackupSums } from '@bursar/api/features/control/backups/backup-lines';

/** Returns the contents of a backup as part of a sentence. */
export function describeSums({ tables, rows, files, fileBytes }: BackupSums): string {
  return `${count(tables)} tables with ${count(rows)} rows, ${documents(files)} with ${inBytes(fileBytes)}`;
}

export const documents = (number: number): string =>
  number === 1 ? '1 document' : `${count(number)} documents`;

export const count = (number: number): string => number.toLocaleString('en');

export function inBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${count(bytes)} bytes`;
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
