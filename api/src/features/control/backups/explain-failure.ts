import { explainFileProblem } from '../../../platform/postgres/start-refused.ts';
import { isConnectionFailure } from '../../../platform/postgres/connection-failures.ts';
import { isStorageFull } from '../../../platform/refusals.ts';
import { BackupRefused } from './backup-lines.ts';

/** Turns a known failure into a sentence; rethrows unexpected errors. */
export function explainFailure(error: unknown, outcome: string): string {
  if (error instanceof BackupRefused) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return `Stopped: ${outcome}.`;
  if (isStorageFull(error)) return `The disk of the database is full: ${outcome}.`;
  if (isConnectionFailure(error)) return `The database was lost on the way: ${outcome}.`;
  throw error;
}

export function fileProblem(error: unknown, what: string): unknown {
  const isOfFiles = error instanceof Error && 'syscall' in error;
  return isOfFiles ? new BackupRefused(explainFileProblem(error, what).message) : error;
}
