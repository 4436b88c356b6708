import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { CancelImport } from '@bursar/contracts/intake/imports';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { ImportActor, ImportDesk } from './import-desk.ts';
import { endAbandonedImports, findImport, requestCancel, toTapeImport } from './imports.store.ts';

type Cancelled = Outcome<AnswerOf<CancelImport>, FailureOf<CancelImport>>;

/**
 * Asks an import to stop before it is booked. A running one stops when it next reports its
 * progress.
 */
export async function cancelImport(
  { database, clock }: ImportDesk,
  importId: string,
  { portfolioId }: ImportActor,
): Promise<Cancelled> {
  const key = { portfolioId, importId };
  await endAbandonedImports(database, { portfolioId, now: clock.now() });
  await requestCancel(database, key);
  const tape = await findImport(database, key);
  if (!tape) return refuse('not_found');
  const isStopping = ['checking', 'booking', 'cancelled'].includes(tape.state);
  return isStopping ? succeed(toTapeImport(tape)) : refuse('import_already_finished');
}
