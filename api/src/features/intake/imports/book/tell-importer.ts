import type { Transaction } from '../../../../platform/database.ts';
import { sendNotices } from '../../../access/notices/send-notices.ts';
import type { ImportActor } from '../import-desk.ts';
import { findImport, type ImportKey } from '../imports.store.ts';

type Ended = {
  readonly key: ImportKey;
  readonly actor: ImportActor;
  readonly event: 'import-booked' | 'import-failed';
  /** How many loans are in the books. */
  readonly count: number;
  readonly at: Date;
};

/** Booking goes on when its page is left, so whoever began it is told how it ended. */
export async function tellImporter(
  transaction: Transaction,
  { key, actor, event, count, at }: Ended,
): Promise<void> {
  const tape = await findImport(transaction, key);
  if (!tape) throw new Error(`import ${key.importId} was booked but is not there`);
  await sendNotices(transaction, [
    {
      portfolioId: key.portfolioId,
      accountId: actor.accountId,
      kind: 'notification',
      event,
      senderId: null,
      count,
      subject: tape.fileName,
      target: { kind: 'import', id: key.importId },
      at: at.toISOString(),
    },
  ]);
}
