import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { ImportStopped, type ImportFailure } from './import-failures.ts';
import type { ImportRuns } from './import-runs.ts';
import { endWork, reportProgress, type ImportKey } from './imports.store.ts';
import { storeFindings } from './import-findings.store.ts';
import type { NewFinding } from '../../../platform/table-files/findings.ts';

/** The dependencies of import commands, on the server and on the command line. */
export type ImportDesk = {
  readonly database: Database;
  readonly clock: Clock;
  readonly runs: ImportRuns;
};

export type ImportActor = {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly businessDate: CalendarDate;
  /** Whether loans may be assigned to the teams and agents that a tape names. */
  readonly mayAssign: boolean;
  readonly requestId: string | null;
  /** The API key that made the call, for the audit trail. */
  readonly apiKeyName: string | undefined;
};

/**
 * Number of loans booked between two progress updates, which also check for a cancellation. Batches
 * of 250 took the database twice as long in empty books (docs/decisions/0034).
 */
export const PROGRESS_ROWS = 500;

type Watch = {
  readonly key: ImportKey;
  readonly signal: AbortSignal;
  readonly progress: { readonly rowsRead: number } | { readonly rowsBooked: number };
};

/** Reports progress on another connection, and stops the work if it was cancelled or interrupted. */
export async function watchImport(
  { database }: ImportDesk,
  { key, signal, progress }: Watch,
): Promise<void> {
  if (signal.aborted) throw new ImportStopped('import_interrupted');
  const { isCancelled } = await reportProgress(database, key, progress);
  if (isCancelled) throw new ImportStopped('cancelled');
}

/**
 * Ends an import whose work stopped and was rolled back. Rethrows errors other than
 * `ImportStopped`.
 */
export async function endStoppedImport(
  { database }: ImportDesk,
  key: ImportKey,
  error: unknown,
): Promise<void> {
  const reason = error instanceof ImportStopped ? error.reason : 'unexpected_failure';
  if (reason === 'cancelled') return endWork(database, key, { state: 'cancelled' });
  const failure: ImportFailure = { code: reason };
  const findings: readonly NewFinding[] = error instanceof ImportStopped ? error.findings : [];
  if (findings.length > 0) await storeFindings(database, key, findings);
  await endWork(database, key, { state: 'failed', failure });
  if (!(error instanceof ImportStopped)) throw error;
}
