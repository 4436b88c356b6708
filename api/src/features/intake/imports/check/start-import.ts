import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { StartImport } from '@bursar/contracts/intake/imports';
import { columnParam, tapeFields, type ToldColumns } from '@bursar/contracts/intake/tape-fields';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { checkImport } from './check-import.ts';
import { endStoppedImport, type ImportActor, type ImportDesk } from '../import-desk.ts';
import { lockImport, type ImportLock } from '../import-lock.ts';
import {
  endAbandonedImports,
  findImport,
  insertImport,
  toTapeImport,
  type ImportKey,
  type ReadAs,
} from '../imports.store.ts';
import type { TapeFile } from '../../../../platform/table-files/tape-file.ts';

type Started = Outcome<AnswerOf<StartImport>, FailureOf<StartImport>>;

export type TapeToImport = {
  /** Made by the client, which keeps it when it sends the file again. */
  readonly importId: string;
  readonly file: TapeFile;
  /** The day at whose end its balances were taken; today where nobody said. */
  readonly cutOffOn?: CalendarDate | undefined;
  /** What a person knows better about the file than it tells. */
  readonly readAs?: ReadAs;
};

/**
 * Takes a tape in and starts its dry run; answers before that has ended. The same id with the same
 * file answers the import it began before. The file is the import's from here on, which closes it.
 */
export async function startImport(
  desk: ImportDesk,
  tape: TapeToImport,
  actor: ImportActor,
): Promise<Started> {
  let isTaken = false;
  try {
    const started = await begin(desk, tape, actor);
    isTaken = started.isTaken;
    return started.outcome;
  } finally {
    if (!isTaken) await tape.file.handle.close();
  }
}

async function begin(
  desk: ImportDesk,
  { importId, file, readAs = {}, ...tape }: TapeToImport,
  actor: ImportActor,
): Promise<{ outcome: Started; isTaken: boolean }> {
  const { database, clock, runs } = desk;
  const { portfolioId, accountId } = actor;
  const cutOffOn = tape.cutOffOn ?? actor.businessDate;
  if (cutOffOn > actor.businessDate) {
    return { outcome: refuse('cut_off_in_future', { field: 'cutOffOn' }), isTaken: false };
  }
  const twice = fieldToldTwice(readAs.columns ?? {});
  if (twice) return { outcome: refuse('column_told_twice', twice), isTaken: false };
  const key: ImportKey = { portfolioId, importId };
  await endAbandonedImports(database, { portfolioId, now: clock.now() });
  if (runs.isFull() && !(await findImport(database, key))) {
    return { outcome: refuse('too_many_imports'), isTaken: false };
  }
  const lock = await lockImport(database, key);
  await insertImport(database, {
    ...key,
    fileName: file.name,
    fileBytes: file.bytes,
    fileSha256: file.sha256,
    cutOffOn,
    readAs,
    createdBy: accountId,
    createdAt: clock.now().toISOString(),
  });
  const row = await findImport(database, key);
  if (!row) throw new Error(`import ${importId} was written but is not there`);
  const isSame =
    row.fileSha256.equals(file.sha256) &&
    row.cutOffOn === cutOffOn &&
    isDeepStrictEqual(row.readAs, readAs);
  // Whoever holds the lock of an import that waits for its dry run does it; others only look.
  const isTaken = lock !== null && isSame && row.state === 'checking';
  const run = { key, file, cutOffOn, readAs, actor };
  if (isTaken) runs.start((signal) => dryRun(desk, { ...run, lock, signal }));
  else await lock?.release();
  const outcome = isSame ? succeed(toTapeImport(row)) : refuse('id_reused_with_different_content');
  return { outcome, isTaken };
}

/** A column is one thing: which field names the one that another names as well. */
function fieldToldTwice(columns: ToldColumns) {
  for (const field of tapeFields) {
    const column = columns[field];
    const other = tapeFields.find((one) => one !== field && columns[one] === column);
    if (column && other) {
      return { field: columnParam(field), details: { column, field, other } };
    }
  }
  return null;
}

type DryRun = {
  readonly key: ImportKey;
  readonly file: TapeFile;
  readonly cutOffOn: CalendarDate;
  readonly readAs: ReadAs;
  readonly actor: ImportActor;
  readonly lock: ImportLock;
  readonly signal: AbortSignal;
};

async function dryRun(desk: ImportDesk, run: DryRun): Promise<void> {
  try {
    await checkImport(desk, run);
  } catch (error) {
    await endStoppedImport(desk, run.key, error);
  } finally {
    await run.file.handle.close();
    await run.lock.release();
  }
}
